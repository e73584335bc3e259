"""The commands that tell what there is: crest list cars, drivers, climbers, tiles, tokens, dice, boxes or contents, and
crest terms."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from designer import catalog, rules
from designer.cli.common import add_format, print_json
from designer.cli.words import FINE, Unusable, near
from designer.readings import box_words, stock
from designer.simulator.rally import policies
from designer.simulator.spire import players
from designer.words import listed


def _cars() -> list[tuple[str, str]]:
    return [(name, facts.name) for name, facts in catalog.standard_boards().items()]


def _drivers() -> list[tuple[str, str]]:
    return [(name, policies.description(name)) for name in policies.names()]


def _climbers() -> list[tuple[str, str]]:
    return [(name, _first_sentence(players.find(name))) for name in players.names()]


def _first_sentence(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split()).partition(". ")[0].rstrip(".")


def _tiles() -> list[tuple[str, str]]:
    return [(name, _tile(side)) for name, side in catalog.sides().items()]


def _tile(side: catalog.Side) -> str:
    edges = ", ".join(f"{edge} {cut.lanes}" for edge, cut in side.edges.items())
    parts = [
        side.role or "",
        side.terrain or "",
        f"danger {side.danger}" if side.danger else "",
        f"edges and lanes: {edges}" if edges else "no road",
        *(feature.kind if feature.value is None else f"{feature.kind} {feature.value}" for feature in side.features),
    ]
    boxes = " or ".join(catalog.boxes()[box].name for box in catalog.boxes_of_piece(side.piece))
    return f"{'; '.join(part for part in parts if part)} ({boxes})"


def _dice() -> list[tuple[str, str]]:
    found, standard = [], rules.load()
    for name, facts in catalog.dice().items():
        boxes = [
            f"{count} in {catalog.boxes()[box].name}{' (assumed)' if box in stock.DICE else ''}"
            for box in catalog.dice_in_boxes()
            if (count := stock.dice_in(box, standard)[name])
        ]
        found.append((name, f"{facts.colour}, danger on {facts.dangers} of {facts.faces}; {listed(boxes)}"))
    return found


def _tokens() -> list[tuple[str, str]]:
    found = []
    for name, facts in catalog.tokens().stage.items():
        values = f", values {', '.join(f'{value:+d}' for value in facts.values)}" if facts.values else ""
        found.append((name, f"{facts.name}{values}: {facts.effect}"))
    return found


def _boxes() -> list[tuple[str, str]]:
    found = []
    for name, box in catalog.boxes().items():
        for_whom = box_words.who(catalog.contents().get(name, {}))
        parts = [box.name, f"{sum(box.tiles.values())} tiles", "out of print" if box.out_of_print else "", for_whom]
        found.append((name, ", ".join(part for part in parts if part)))
    return found


def _contents() -> list[tuple[str, str]]:
    found = []
    for name, box in catalog.contents().items():
        if for_whom := box_words.who(box):
            found.append((name, f"{for_whom} [{box_words.sources(box)}]"))
        for item in box["contents"]:
            found.append((name, f"{box_words.counted(item)} [{item['source']}: {item['where']}]"))
    return found


#: What can be listed: the function that names each with a few words, and what it is for.
LISTS: Mapping[str, tuple[Callable[[], list[tuple[str, str]]], str]] = {
    "cars": (_cars, "standard cars, for --car"),
    "drivers": (_drivers, "who can drive, for --policy"),
    "climbers": (_climbers, "who can climb a spire, for --policy"),
    "tiles": (_tiles, 'printed tile sides, for "tile" in a stage'),
    "tokens": (_tokens, 'tokens that lie on tiles, for "kind" of a token'),
    "dice": (_dice, "dice and the boxes that bring them, for the inventory"),
    "boxes": (_boxes, "boxes, for the inventory"),
    "contents": (_contents, "what the boxes print: boards, cards, tokens, players, ages, years"),
}


def add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=tuple(LISTS),
        metavar="WHAT",
        help="; ".join(f"{name}: {what}" for name, (_, what) in LISTS.items()),
    )
    add_format(parser)
    parser.set_defaults(run=_list)


def _list(args: argparse.Namespace) -> int:
    found = LISTS[args.what][0]()
    if args.format == "json":
        print_json([{"name": name, "description": words} for name, words in found])
        return FINE
    width = max(len(name) for name, _ in found)
    for name, words in found:
        print(f"{name:{width}}  {words}")
    return FINE


# crest terms ----------------------------------------------------------------------------------------------------


def add_terms(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word", nargs="*", metavar="WORD", help="a word such as dyno; none lists all")
    add_format(parser)
    parser.set_defaults(run=_terms)


def _terms(args: argparse.Namespace) -> int:
    word = " ".join(args.word)
    known = catalog.terms()
    found = box_words.terms_like(word) if word else list(known)
    if not found:
        raise Unusable(f"climbers have no word {word!r} here{near(word.casefold(), known)}; 'crest terms' lists them")
    if args.format == "json":
        print_json([{"term": name, **known[name]} for name in found])
        return FINE
    for name in found:
        print(f"{name}: {known[name]['meaning']}\n  {known[name]['where']} ({known[name]['source']})")
    return FINE

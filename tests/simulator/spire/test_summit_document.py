"""The examples of the document, step by step, and the Crimper card."""

from __future__ import annotations

from designer.simulator.spire.board import replay
from tests.simulator.spire.table import DECK, End, Move, Script, clip, game, put, spire, turn, up


def test_example_climber_turn() -> None:
    """Race for the Summit, Example Climber Turn: River goes up to a bolted Undercling and has to clip it."""
    laid = spire([("blue", "Und"), ("red", "Jug"), ("green", "Jug")], climbers=[("River", "blue"), ("Gym", "red")])
    made = game(laid, [Script([up]), Script()])
    events = turn(made, 0)
    # 1. She receives 3 stamina and turns up the card above her: an Undercling, bolted in this colour.
    assert events[0] == {"do": "turn", "seat": 0, "stamina": 3}
    assert events[1] == {"do": "reveal", "at": [0, 1], "hold": "Undercling"}
    # 2. It is sketchy to her: 2 stamina, and she is on it.
    assert DECK.class_of("River", "Undercling") == "S"
    assert events[2] == {"do": "move", "seat": 0, "from": [0, 0], "to": [0, 1], "way": "up", "cost": 2}
    # 3. It is the first bolted hold she has reached: she must clip for the last one, and her turn is over.
    assert events[3] == {"do": "clip", "seat": 0, "at": [0, 1], "cost": 1, "duty": True}
    assert events[4:] == [{"do": "end", "seat": 0}]
    assert made.board.seats[0].quickdraw == (0, 1)


def test_example_fall() -> None:
    """Race for the Summit, Example Fall: Granite, clipped on a Gaston, fails on the second hold above it."""
    laid = spire(
        [("blue", "Jug Pin Gas Slo Und"), ("red", "Jug"), ("green", "Jug")],
        climbers=[("Granite", "blue"), ("Gym", "red")],
    )
    player = Script([up, up])
    made = game(laid, [player, Script()])
    put(made, 0, (0, 3), quickdraw=(0, 3))
    events = turn(made, 0)
    # 1. and 2. Below the fatigue line she has 3 stamina; above her lies a Sloper, bolted in this colour.
    assert events[0]["stamina"] == 3
    assert events[1] == {"do": "reveal", "at": [0, 4], "hold": "Sloper"}
    # 3. It is positive to her: 1 stamina, 2 are left.
    assert events[2]["cost"] == 1
    # 4. She could clip, but goes on: the next card is an Undercling.
    assert any(option.__class__.__name__ == "Clip" for option in player.offered[1])
    assert events[3] == {"do": "reveal", "at": [0, 5], "hold": "Undercling"}
    # 5. It is heinous to her and she has 2: she falls, 2 cards away from her quickdraw.
    assert DECK.class_of("Granite", "Undercling") == "H"
    fall = events[4]
    assert (fall["do"], fall["attempted"], fall["quickdraw"], fall["distance"]) == ("fall", [0, 5], [0, 3], 2)
    # 6. One less is one card below the quickdraw; that card is turned up, and her turn is over.
    assert fall["to"] == [0, 2]
    assert events[5:] == [{"do": "reveal", "at": [0, 2], "hold": "Pinch"}, {"do": "end", "seat": 0}]
    assert made.board.seats[0].quickdraw == (0, 3)
    assert replay(made.log).snapshot() == made.board.snapshot()


def test_the_crimper_card() -> None:
    """Race for the Summit, Hold cards: bomber, positive, sketchy and heinous climbers of the Crimper."""
    liked = {name: DECK.class_of(name, "Crimper") for name in DECK.classes}
    assert liked == {
        "Granite": "B",
        "Bluffy": "P",
        "Gym": "P",
        "River": "P",
        "Crack": "S",
        "Gorge": "S",
        "Hannah": "S",
        "Hiro": "H",
    }
    assert {(climber, "Crimper") for climber in liked} <= DECK.from_document
    assert DECK.is_bolted("orange", "Crimper")


def test_a_bomber_hold_is_clipped_for_nothing() -> None:
    """Race for the Summit, Set-up (character cards): a bomber hold costs 1 and its clip nothing."""
    laid = spire(
        [("yellow", "Jug Cri"), ("red", "Jug"), ("green", "Jug")], climbers=[("Granite", "yellow"), ("Gym", "red")]
    )
    made = game(laid, [Script([up, up, clip, lambda view, options: End()]), Script()])
    events = turn(made, 0)
    assert [(event["do"], event["cost"]) for event in events if "cost" in event] == [
        ("move", 1),
        ("clip", 1),
        ("move", 1),
        ("clip", 0),
    ]


def test_going_round_the_spire() -> None:
    """Race for the Summit, Selecting a Hold: from the leftmost column one moves left to the rightmost."""
    laid = spire(
        [("yellow", "Jug"), ("blue", "Jug"), ("red", "Jug")], climbers=[("Granite", "yellow"), ("Gym", "blue")]
    )
    player = Script()
    made = game(laid, [player, Script()])
    put(made, 0, (0, 1), quickdraw=(0, 1))
    turn(made, 0)
    assert {option.to for option in player.offered[0] if isinstance(option, Move)} == {(0, 2), (1, 1), (2, 1)}

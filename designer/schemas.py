"""JSON Schema checks of every kind of document, with messages a player can read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from designer.resources import folder


class Problem(NamedTuple):
    """One place where a document has the wrong shape: its JSON path ("stage.tiles[3].q") and what is wrong.

    >>> print(Problem("stage.tiles", "must be a list [...], not 3"), Problem("document", "is not JSON"), sep=" / ")
    stage.tiles: must be a list [...], not 3 / The file is not JSON.
    """

    path: str
    message: str

    def __str__(self) -> str:
        return sentence(self.message) if self.path == "document" else f"{self.path}: {self.message}"


def sentence(message: str) -> str:
    """What is said of a whole document as a sentence.

    >>> sentence("is not JSON"), sentence("there is no such file")
    ('The file is not JSON.', 'There is no such file.')
    """
    said_of_file = message.startswith(("is ", "may ", "cannot ", "must ", "has ", "lacks "))
    text = f"The file {message}" if said_of_file else f"{message[:1].upper()}{message[1:]}"
    return text if text.endswith((".", "?")) else f"{text}."


TYPE_WORDS = {
    "object": "an object {...}",
    "array": "a list [...]",
    "string": "text in quotes",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


@cache
def _registry() -> Registry[Any]:
    registry: Registry[Any] = Registry()
    for path in sorted(folder("schemas").glob("*.schema.json")):
        contents = json.loads(path.read_text(encoding="utf-8"))
        registry = registry.with_resource(contents["$id"], Resource.from_contents(contents))
    return registry


def names() -> tuple[str, ...]:
    """The names of all schemas, as ``schema(name)`` takes them."""
    return tuple(sorted(path.name.removesuffix(".schema.json") for path in folder("schemas").glob("*.schema.json")))


def schema(name: str) -> dict[str, Any]:
    """The schema of a kind of document, for instance "design" or "dashboard"."""
    contents: dict[str, Any] = dict(_registry().contents(f"urn:crest:schema:{name}"))
    return contents


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name), registry=_registry())


def problems(instance: Any, name: str) -> list[Problem]:
    """What is wrong with a document against the schema called ``name``; empty when nothing is.

    >>> problems({"slots": 3}, "dashboard")
    [Problem(path='slots', message='must be an object {...}, not 3')]
    """
    return _told(_validator(name).iter_errors(instance))


def problems_against(instance: Any, contents: dict[str, Any]) -> list[Problem]:
    """What is wrong with a document against a schema given as data."""
    return _told(Draft202012Validator(contents, registry=_registry()).iter_errors(instance))


def _told(errors: Iterator[ValidationError]) -> list[Problem]:
    """Every problem once: each missing field is an error of its own, but one message names them all."""
    return list(dict.fromkeys(_in_words(errors)))


def _in_words(errors: Iterator[ValidationError]) -> Iterator[Problem]:
    for error in sorted(errors, key=lambda error: [str(part) for part in error.absolute_path]):
        yield Problem(json_path(error.absolute_path), _message(error))


def json_path(parts: Any) -> str:
    """A readable path of keys and list positions.

    >>> json_path(["stage", "tiles", 3, "q"])
    'stage.tiles[3].q'
    """
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else str(part))
    return text or "document"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _message(error: ValidationError) -> str:
    """One jsonschema error in plain words."""
    rule, wanted, found = error.validator, error.validator_value, error.instance
    if rule == "type":
        kinds = [wanted] if isinstance(wanted, str) else list(wanted)
        return f"must be {' or '.join(TYPE_WORDS[kind] for kind in kinds)}, not {_short(found)}"
    if rule == "required":
        missing = [name for name in wanted if name not in found]
        return f"lacks the field {missing[0]!r}" if len(missing) == 1 else f"lacks the fields {', '.join(missing)}"
    if rule == "const":
        return f"must be {_short(wanted)}, not {_short(found)}"
    if rule == "enum":
        return f"must be one of {', '.join(_short(value) for value in wanted)}, not {_short(found)}"
    if rule in ("minimum", "exclusiveMinimum"):
        return f"must be at least {wanted}, not {_short(found)}"
    if rule in ("maximum", "exclusiveMaximum"):
        return f"must be at most {wanted}, not {_short(found)}"
    if rule in ("maxItems", "maxLength", "maxProperties"):
        return f"is too long: at most {wanted} are allowed, this has {len(found)}"
    if rule in ("minItems", "minLength", "minProperties"):
        return f"is too short: at least {wanted} are needed, this has {len(found)}"
    if rule == "pattern":
        return f"{_short(found)} does not have the form {wanted}"
    if rule == "additionalProperties":
        allowed = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        extra = sorted(set(found) - set(allowed))
        return f"has fields that do not belong here: {', '.join(extra)}"
    if rule == "not":
        return f"{_short(found)} is not allowed here"
    return str(error.message)[:200]

"""Every side paints, and the pictures tell tiles apart."""

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from designer import catalog
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.drawing.pictures import captioned, stage_png
from designer.drawing.tiles.geometry import geometry
from designer.drawing.tiles.painter import paint_side, pixmap, scale_for
from designer.drawing.tiles.picture import stage_image
from designer.drawing.tiles.standing import turned
from designer.drawing.tiles.tokens import draw_tokens, muddy_spaces
from designer.readings import boxes


def _picture(tile: str, rotation: int = 0, scale: float = 0.25, tokens: tuple[Token, ...] = ()) -> QImage:
    image = QImage(140, 140, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.translate(70, 70)
    painter.scale(scale, scale)
    paint_side(painter, tile, rotation, scale)
    draw_tokens(painter, PlacedTile(tile, Hex(0, 0), rotation, tokens))
    painter.end()
    return image


@pytest.mark.parametrize("first", "123456789")
def test_every_side_paints(qapp, first):
    for tile in catalog.sides():
        if tile.startswith(first):
            image = _picture(tile)
            middle = [image.pixelColor(x, y) != QColor("white") for x in range(40, 100) for y in range(30, 110)]
            assert sum(middle) > 0.8 * len(middle), tile
            assert image.pixelColor(1, 1) == QColor("white"), tile


def test_sides_look_different(qapp):
    """Both sides of a piece can be told apart, and so can every rotation of a bend."""
    for piece in ("217", "312", "418", "102"):
        assert _picture(f"{piece}a") != _picture(f"{piece}b")
    assert len({bytes(_picture("217a", turn).constBits()) for turn in range(6)}) == 6


def test_the_road_goes_on_across_an_edge(qapp):
    """Two straight tiles above each other: the road's colour runs through where they meet."""
    stage = Stage((PlacedTile("305a", Hex(0, 0)), PlacedTile("305a", Hex(1, 0))))
    image = stage_image(stage, 0.5)
    x = image.width() // 2 - 15
    shades = [image.pixelColor(x, y).lightness() for y in range(60, image.height() - 60)]
    road = [shade for shade in shades if 90 < shade < 140]
    assert len(road) > 0.93 * len(shades)


def test_an_unknown_tile_is_shown_with_its_id(qapp):
    assert _picture("999z") != _picture("998z")


@pytest.mark.parametrize(
    "token",
    [
        Token("climb", -1),
        Token("climb", 1),
        Token("oxygen", -3),
        Token("cloud"),
        Token("joker-entrance"),
        Token("finish"),
        Token("mud"),
        Token("something-new"),
    ],
)
def test_tokens_show_on_the_tile(qapp, token):
    assert _picture("217a", tokens=(token,)) != _picture("217a")


def test_pixmaps_are_kept(qapp):
    assert pixmap("418b", 1, 0.25).cacheKey() == pixmap("418b", 1, 0.25).cacheKey()
    assert scale_for(0.01) == 0.125


def test_a_stage_is_written_as_png(qapp):
    image = QImage.fromData(stage_png(Stage((PlacedTile("202a", Hex(0, 0)),))))
    assert image.width() > 200
    assert not QImage.fromData(stage_png(Stage())).isNull()


def test_mud_lies_on_the_corner_and_the_shortcut_and_leaves_their_limits(qapp):
    clean, muddy = (_picture("211b", 2, tokens=tokens) for tokens in ((), (Token("mud"),)))

    def changed(space: str, across: float) -> bool:
        x, y = turned(geometry("211b").middles[space], 2)
        points = [(round(70 + (x + across * way) * 0.25), round(70 + y * 0.25)) for way in (-1, 1)]
        return any(clean.pixelColor(*point) != muddy.pixelColor(*point) for point in points)

    for name, space in catalog.side("211b").spaces.items():
        dirty = space.corner is not None or space.lane == "shortcut"
        assert changed(name, 44.0 if space.lane == "shortcut" else 30.0) is dirty, name
        assert not changed(name, 0.0), name


def test_mud_on_an_unknown_tile_or_a_straight_hides_nothing(qapp):
    assert muddy_spaces("204a") == muddy_spaces("999z") == []
    assert _picture("999z", tokens=(Token("mud"),)) != _picture("999z")


def test_a_picture_as_a_file_names_every_box_under_it(qapp):
    """Case F07: a token's box is named, too."""
    bare = Stage((PlacedTile("202a", Hex(0, 0)),))
    clouded = Stage((PlacedTile("202a", Hex(0, 0), 0, (Token("cloud"),)),))
    one, other = (QImage.fromData(stage_png(stage)) for stage in (bare, clouded))
    assert boxes.named(clouded) == "Boxes: DIRT core box, DIRT Climb"
    assert one.height() > stage_image(bare, 0.5).height()

    def caption(image):
        top = stage_image(bare, 0.5).height()
        return sum(
            image.pixelColor(x, y).lightness() < 128 for x in range(image.width()) for y in range(top, image.height())
        )

    assert caption(other) > caption(one) > 0
    # Many boxes: the words go on on another line, none is cut off at the side.
    many = captioned(stage_image(bare, 0.5), "Boxes: " + ", ".join(["DIRT Monte-Carlo"] * 12))
    assert many.height() > one.height()
    assert many.width() == one.width()
    edges = [
        many.pixelColor(x, y).lightness() for x in (0, many.width() - 1) for y in range(one.height(), many.height())
    ]
    assert min(edges) > 200

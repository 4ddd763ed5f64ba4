"""The screenshot: a router's settings window, drawn with the fonts that ReportLab brings along."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import reportlab
from PIL import Image, ImageDraw, ImageFont

FONTS = Path(reportlab.__file__).parent / "fonts"
SIZE = (1280, 910)
SIDEBAR_WIDTH = 250
FIELD_LEFT, FIELD_WIDTH, FIELD_HEIGHT = 620, 600, 38
DESKTOP, WINDOW, SIDEBAR, TITLE_BAR = "#4a6572", "#ffffff", "#f0f3f5", "#dfe5e9"
INK, FAINT, LINE, ACCENT = "#1d2529", "#66747c", "#b9c4ca", "#1769aa"
SECTIONS = ("Overview", "Wireless", "Guest network", "Addresses", "Port forwarding", "Updates", "Log")
CHOSEN_SECTION = "Wireless"


@dataclass(frozen=True, slots=True)
class Field:
    """A line of the form; ``on`` is the state of a switch and None for a box with text."""

    label: str
    value: str
    hint: str = ""
    on: bool | None = None


FIELDS = (
    Field("Network name (SSID)", "Esempio-Officina"),
    Field("Security", "WPA3-Personal"),
    Field("5 GHz channel", "44 (80 MHz wide)", "Channel 36 is used by the router of the neighbours."),
    Field("Guest network", "On: Esempio-Ospiti", "The guest password changes every 30 days.", on=True),
    Field("Guest speed limit", "20 Mbit/s"),
    Field("Address range (DHCP)", "192.168.40.50 - 192.168.40.199", "The CNC router keeps 192.168.40.12."),
    Field("Weekly restart", "On: Sunday at 03:30", on=True),
    Field("Remote administration", "Off", "Only from the office network, user anna.verdi.", on=False),
    Field("Firmware", "4.2.7, installed on 14 February 2025"),
)


def make_router_screenshot() -> bytes:
    """Make the file's bytes."""
    image = Image.new("RGB", SIZE, DESKTOP)
    draw = ImageDraw.Draw(image)
    _draw_frame(draw)
    _draw_sidebar(draw)
    top = 150
    for field in FIELDS:
        top = _draw_field(draw, field, top)
    _draw_buttons(draw)
    buffer = BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / ("VeraBd.ttf" if bold else "Vera.ttf"), size)


def _draw_frame(draw: ImageDraw.ImageDraw) -> None:
    draw.rounded_rectangle((16, 14, 1264, 896), 10, fill=WINDOW)
    draw.rounded_rectangle((16, 14, 1264, 58), 10, fill=TITLE_BAR, corners=(True, True, False, False))
    draw.text((40, 36), "Router settings - workshop", INK, _font(18, bold=True), anchor="lm")
    for index, colour in enumerate(("#c0c8cd", "#c0c8cd", "#d9695f")):
        draw.ellipse((1160 + index * 34, 28, 1176 + index * 34, 44), fill=colour)


def _draw_sidebar(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle((16, 58, 16 + SIDEBAR_WIDTH, 886), fill=SIDEBAR)
    for index, section in enumerate(SECTIONS):
        middle = 100 + index * 50
        chosen = section == CHOSEN_SECTION
        if chosen:
            draw.rounded_rectangle((28, middle - 20, SIDEBAR_WIDTH, middle + 20), 6, fill=ACCENT)
        draw.text((46, middle), section, WINDOW if chosen else INK, _font(18, bold=chosen), anchor="lm")
    draw.text((46, 850), "Connected for 12 days", FAINT, _font(15), anchor="lm")
    draw.text((300, 104), CHOSEN_SECTION, INK, _font(26, bold=True), anchor="lm")


def _draw_field(draw: ImageDraw.ImageDraw, field: Field, top: int) -> int:
    """Draw one line of the form and return where the next one begins."""
    middle = top + FIELD_HEIGHT // 2
    draw.text((300, middle), field.label, INK, _font(18), anchor="lm")
    if field.on is None:
        box = (FIELD_LEFT, top, FIELD_LEFT + FIELD_WIDTH, top + FIELD_HEIGHT)
        draw.rounded_rectangle(box, 5, outline=LINE, width=2)
        draw.text((FIELD_LEFT + 14, middle), field.value, INK, _font(18), anchor="lm")
    else:
        _draw_switch(draw, middle, on=field.on)
        draw.text((FIELD_LEFT + 70, middle), field.value, INK, _font(18), anchor="lm")
    if not field.hint:
        return top + FIELD_HEIGHT + 22
    draw.text((FIELD_LEFT, top + FIELD_HEIGHT + 16), field.hint, FAINT, _font(16), anchor="lm")
    return top + FIELD_HEIGHT + 48


def _draw_switch(draw: ImageDraw.ImageDraw, middle: int, *, on: bool) -> None:
    draw.rounded_rectangle((FIELD_LEFT, middle - 13, FIELD_LEFT + 52, middle + 13), 13, fill=ACCENT if on else LINE)
    knob_left = FIELD_LEFT + (29 if on else 3)
    draw.ellipse((knob_left, middle - 10, knob_left + 20, middle + 10), fill=WINDOW)


def _draw_buttons(draw: ImageDraw.ImageDraw) -> None:
    draw.rounded_rectangle((960, 826, 1080, 868), 6, outline=LINE, width=2)
    draw.text((1020, 847), "Cancel", INK, _font(18), anchor="mm")
    draw.rounded_rectangle((1100, 826, 1220, 868), 6, fill=ACCENT)
    draw.text((1160, 847), "Apply", WINDOW, _font(18, bold=True), anchor="mm")

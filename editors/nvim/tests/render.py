#!/usr/bin/env python3
"""Draws a screen that tmux captured with its colours: render.py SCREEN.ansi PICTURE.png [light]

Needs chromium and a monospaced font. For the pictures of the README; no test needs it."""

import html
import pathlib
import re
import subprocess
import sys
import tempfile

LIGHT = sys.argv[3:] == ["light"]
FOREGROUND, BACKGROUND = ("#14161b", "#e0e2ea") if LIGHT else ("#e0e2ea", "#14161b")
BASIC = [
    "#07080d", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8",
    "#4f5258", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8",
]


def palette(number):
    if number < 16:
        return BASIC[number]
    if number >= 232:
        return "#" + "%02x" % (8 + 10 * (number - 232)) * 3
    number -= 16
    return "#" + "".join("%02x" % (0 if part == 0 else 55 + 40 * part)
                         for part in (number // 36, number // 6 % 6, number % 6))


class Style:
    def __init__(self):
        self.fg = self.bg = self.line = None
        self.bold = self.italic = self.reverse = self.dim = False
        self.under = ""

    def colour(self, words):
        """The colour that `words` begins with, and what follows it."""
        if words[:1] == ["5"]:
            return palette(int(words[1])), words[2:]
        rest = words[1:]
        if rest[:1] == [""]:
            rest = rest[1:]
        return "#%02x%02x%02x" % tuple(int(word or 0) for word in rest[:3]), rest[3:]

    def take(self, sequence):
        parts = [part.split(":") for part in sequence.split(";")]
        while parts:
            part = parts.pop(0)
            code = int(part[0] or 0)
            if code in (38, 48, 58):
                if len(part) > 1:
                    colour, _ = self.colour(part[1:])
                else:
                    colour, rest = self.colour([one[0] for one in parts])
                    parts = parts[len(parts) - len(rest):]
                setattr(self, {38: "fg", 48: "bg", 58: "line"}[code], colour)
            elif code == 0:
                self.__init__()
            elif code == 1:
                self.bold = True
            elif code == 2:
                self.dim = True
            elif code == 3:
                self.italic = True
            elif code == 4:
                kind = part[1] if len(part) > 1 else "1"
                self.under = {"0": "", "3": "wavy"}.get(kind, "solid")
            elif code == 7:
                self.reverse = True
            elif code == 22:
                self.bold = self.dim = False
            elif code == 23:
                self.italic = False
            elif code == 24:
                self.under = ""
            elif code == 27:
                self.reverse = False
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.fg = BASIC[code - 30 if code < 90 else code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.bg = BASIC[code - 40 if code < 100 else code - 92]
            elif code in (39, 49, 59):
                setattr(self, {39: "fg", 49: "bg", 59: "line"}[code], None)

    def css(self):
        fg, bg = self.fg or FOREGROUND, self.bg
        if self.reverse:
            fg, bg = bg or BACKGROUND, fg
        css = f"color:{fg};"
        if bg:
            css += f"background:{bg};"
        if self.bold:
            css += "font-weight:bold;"
        if self.italic:
            css += "font-style:italic;"
        if self.dim:
            css += "opacity:.6;"
        if self.under:
            css += f"text-decoration:underline {self.under} {self.line or fg};"
        return css


def page(text):
    lines = []
    style = Style()
    for line in text.rstrip("\n").split("\n"):
        out = ""
        for piece in re.split(r"(\x1b\[[0-9;:]*m|\x1b\(B|\x0e|\x0f)", line):
            if piece.startswith("\x1b[") and piece.endswith("m"):
                style.take(piece[2:-1])
            elif piece and not piece.startswith("\x1b") and piece not in "\x0e\x0f":
                # A cell for each character, so that what a font lacks does not shift the rest.
                for char in piece:
                    out += f'<i style="{style.css()}">{html.escape(char)}</i>'
        lines.append(f"<div>{out}</div>")
    return f"""<!doctype html><meta charset="utf-8"><style>
html,body{{margin:0;background:{BACKGROUND}}} body{{padding:10px;display:inline-block}}
div{{height:19px;white-space:pre;font:15px/19px "DejaVu Sans Mono",monospace;display:flex}}
i{{font-style:normal;width:9px;display:block;text-align:center;overflow:visible}}
</style>{"".join(lines)}""", len(lines)


def main():
    source, picture = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
    text = source.read_text()
    content, n_lines = page(text)
    columns = max(len(re.sub(r"\x1b\[[0-9;:]*m|\x1b\(B|[\x0e\x0f]", "", line)) for line in text.split("\n"))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "screen.html")
        path.write_text(content)
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--user-data-dir={folder}/profile", f"--window-size={columns * 9 + 20},{n_lines * 19 + 20}",
             f"--screenshot={picture}", path.as_uri()],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)


if __name__ == "__main__":
    main()

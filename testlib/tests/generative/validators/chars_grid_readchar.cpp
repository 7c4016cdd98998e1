#include "testlib.h"

int main() {
    registerValidation();
    int h = inf.readInt(3, 20, "h");
    inf.readSpace();
    int w = inf.readInt(3, 20, "w");
    inf.readEoln();
    int players = 0, boxes = 0, goals = 0;
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++) {
            char c = inf.readChar();
            if (i == 0 || j == 0 || i == h - 1 || j == w - 1)
                ensuref(c == '#', "the border must be walls");
            if (c == '@') players++;
            else if (c == '$') boxes++;
            else if (c == '*') goals++;
            else ensuref(c == '#' || c == '.', "unexpected character with code %d", (int)c);
        }
        inf.readEoln();
    }
    ensuref(players == 1, "exactly one player");
    ensuref(boxes == goals, "boxes and goals do not match");
    inf.readEof();
}

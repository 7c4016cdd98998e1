"""How outputs with real numbers are compared with answers."""

import fractions


def compare_reals(expected, found, tolerance):
    bound = tolerance + 1e-15
    for position, token in enumerate(expected):
        jury = float(token)
        if position >= len(found):
            return "PE"
        text = found[position].decode("latin-1")
        if not text or set(text) - set("+-.0123456789eE"):
            return "PE"
        try:
            value = float(text)
        except ValueError:
            return "PE"
        low, high = sorted((jury * (1 - bound), jury * (1 + bound)))
        if abs(value - jury) > bound and not low <= value <= high:
            return "WA"
    return "AC" if len(found) == len(expected) else "PE"


def is_near(expected, found, bounds):
    """The default output validator with tolerances: each number of the answer is met within one of them."""
    if len(expected) != len(found):
        return False
    for wanted, token in zip(expected, found):
        try:
            jury = fractions.Fraction(wanted.decode())
        except ValueError:
            if wanted.lower() != token.lower():
                return False
            continue
        try:
            value = fractions.Fraction(token.decode("latin-1"))
        except ValueError:
            return False
        off = abs(value - jury)
        near = [off <= fractions.Fraction(bounds[kind]) * size
                for kind, size in (("absolute", 1), ("relative", abs(jury))) if kind in bounds]
        if not any(near):
            return False
    return True

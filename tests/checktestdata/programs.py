"""Random programs of the language checktestdata, and inputs that mostly fit them.

A program is made of pairs: its text, and a function that runs it backwards, that is, writes an input that it accepts.
That function need not always be right, since a rejected input is a case too.
"""

from fractions import Fraction

MAX_OUTPUT = 400
INTEGER, FLOAT, STRING = "integer", "float", "string"
NAMES = {INTEGER: ["a", "b", "i", "n"], FLOAT: ["x", "y1"], STRING: ["s", "t2"]}
ALL_NAMES = sum(NAMES.values(), [])
WORDS = ["a", "ab", "abc", "x y", "\\n", "\\\\", "\\\"", "\\101", "#", "", "\\.", "a\\\nb", "é", "-1", "0"]
SETS = ["ab", "abc ", "0123456789", "-", "\\n", "x"]


class Enough(Exception):
    """The input is long enough, or what comes next is not known."""


class Machine:
    """What a program that runs backwards knows."""

    def __init__(self, random):
        self.random = random
        self.output = bytearray()
        self.values = {}

    def write(self, text):
        self.output += text
        if len(self.output) > MAX_OUTPUT:
            raise Enough

    def load(self, name, key):
        if (name, key) not in self.values:
            raise Enough
        return self.values[name, key]


def unescaped(word):
    """The bytes that a word of `WORDS` or `SETS` stands for."""
    text = word.replace("\\\n", "").replace("\\n", "\n").replace("\\101", "A").replace('\\"', '"')
    return text.replace("\\\\", "\\").encode()


class Programs:
    """Makes programs."""

    def __init__(self, random):
        self.random = random
        # What was assigned before, so that most uses find something.
        self.readable = {INTEGER: [], FLOAT: [], STRING: []}

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # Expressions: a text, and a function from the machine to the value.

    def integer(self, depth=2):
        kind = self.random.randrange(10 if depth else 4)
        if kind < 3:
            number = self.random.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 10, 12, 100, 10**9, 2**31, 2**63, 2**64 - 1, 10**25])
            number = number if self.chance(15) else min(number, 12)
            return str(number), lambda machine: number
        if kind == 3:
            return self.variable(INTEGER, lambda: self.integer(0))
        if kind == 4:
            text, value = self.integer(depth - 1)
            return self.random.choice(["-", "- "]) + text, lambda machine: -value(machine)
        if kind == 5 and self.chance(40):
            word = self.random.choice(WORDS)
            return f'STRLEN("{word}")', lambda machine: len(unescaped(word))
        if kind == 6:
            text, value = self.integer(depth - 1)
            return f"({text})", value
        return self.sum(self.integer, depth, "+-*+-*/%^")

    def sum(self, operand, depth, operators):
        operator = self.random.choice(operators if self.chance(99) else "/%^")
        left, of_left = operand(depth - 1)
        if operator in "^/%" and self.chance(95):
            right = str(self.random.randrange(operator != "^", 4))
            of_right = lambda machine: int(right)
        else:
            right, of_right = operand(depth - 1)
        blank = self.random.choice(["", " "])

        def value(machine):
            return computed(operator, of_left(machine), of_right(machine))

        # Grouping is for the programs under test to get right; here it may come out wrong.
        return f"{left}{blank}{operator}{blank}{right}", value

    def number(self, depth=2):
        if self.chance(40):
            return self.integer(depth)
        if depth and self.chance(40):
            return self.sum(self.number, depth, "+-*+-*/^")
        if self.chance(30):
            return self.variable(FLOAT, lambda: self.number(0))
        text = self.random.choice(["0.5", "1.0", "1.5", "2.25", "1e1", "25e-1", "01", "3.", ".5", "10.0", "0.0", "1e+2"])
        return text, lambda machine: Fraction(text)

    def string(self):
        if self.chance(75):
            word = self.random.choice(WORDS)
            return f'"{word}"', lambda machine: unescaped(word)
        return self.variable(STRING, self.string)

    def variable(self, kind, otherwise):
        if self.chance(2):
            text, target = self.target(self.random.choice(list(NAMES)))
        elif self.readable[kind]:
            text, target = self.random.choice(self.readable[kind][-5:])
        else:
            return otherwise()
        return text, lambda machine: machine.load(*target(machine))

    def target(self, kind):
        """A variable, and a function from the machine to its name and indices."""
        name = self.random.choice(NAMES[kind] if self.chance(98) else ALL_NAMES)
        shape = self.random.randrange(10)
        if shape < 6:
            target = name, lambda machine: (name, ())
        else:
            indices = [self.integer(self.random.randrange(2)) for _ in range(2 if shape == 9 else 1)]
            texts = self.random.choice([",", ", "]).join(text for text, _ in indices)
            target = f"{name}[{texts}]", lambda machine: (name, tuple(value(machine) for _, value in indices))
        self.readable[kind].append(target)
        return target

    # Tests.

    def test(self, depth=2):
        kind = self.random.randrange(16 if depth else 8)
        if kind < 8:
            return self.simple_test()
        if kind < 10:
            text, value = self.test(depth - 1)
            return f"({text})", value
        if kind < 12:
            text, value = self.test(depth - 1)
            return self.random.choice(["!", "! "]) + text, lambda machine: not value(machine)
        joint = self.random.choice(["&&", "||"])
        left, of_left = self.test(depth - 1)
        right, of_right = self.test(depth - 1)

        def value(machine):
            return of_left(machine) and of_right(machine) if joint == "&&" else of_left(machine) or of_right(machine)

        return f"{left} {joint} {right}", value

    def simple_test(self):
        kind = self.random.randrange(20)
        if kind == 0:
            return "ISEOF", lambda machine: machine.random.random() < 0.5
        if kind == 1:
            text, _ = self.string() if self.chance(20) else (f'"{self.random.choice(SETS)}"', None)
            return f"MATCH({text})", lambda machine: machine.random.random() < 0.5
        if kind < 4:
            names = self.random.choices(ALL_NAMES, k=self.random.choice([1, 1, 2, 3]))
            return f"UNIQUE({','.join(names)})", lambda machine: machine.random.random() < 0.8
        if kind < 6:
            text, _ = self.random.choice([self.number, self.string])()
            return f"INARRAY({text}, {self.random.choice(ALL_NAMES)})", lambda machine: machine.random.random() < 0.5
        operator = self.random.choice(["<", ">", "<=", ">=", "==", "!="])
        if kind < 9:
            left, right = self.string(), self.string()
        else:
            left, right = self.number(), self.number()
        if self.chance(1):
            right = self.string()

        def value(machine):
            first, second = left[1](machine), right[1](machine)
            if isinstance(first, bytes) != isinstance(second, bytes):
                raise Enough
            order = (first > second) - (first < second)
            holds = {"<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0, "==": order == 0, "!=": order != 0}
            return holds[operator]

        return f"{left[0]}{operator}{right[0]}", value

    # Commands: a text, and a function that writes what the command reads.

    def simple_command(self):
        make = self.random.choices(
            [self.byte, self.int, self.float, self.text, self.regex, self.assertion, self.set, self.unset, self.end],
            weights=[14, 14, 8, 6, 7, 3, 10, 2, 1],
        )[0]
        return make()

    def byte(self):
        word, byte = self.random.choice([("SPACE", b" "), ("NEWLINE", b"\n")])
        return word, lambda machine: machine.write(byte)

    def end(self):
        return "EOF", lambda machine: None

    def stored(self, kind, percent=60):
        """What stores a value: a text to append, and a function that does it."""
        if not self.chance(percent):
            return "", lambda machine, value: None
        text, target = self.target(kind)

        def store(machine, value):
            machine.values[target(machine)] = value

        return f", {text}", store

    def bounds(self, bound):
        low, of_low = bound(self.random.randrange(2))
        if self.chance(70):
            width = self.random.randrange(30)
            return f"{low}, {low}+{width}", of_low, lambda machine: of_low(machine) + width
        high, of_high = bound(self.random.randrange(2))
        return f"{low}, {high}", of_low, of_high

    def int(self):
        text, of_low, of_high = self.bounds(self.number if self.chance(1) else self.integer)
        target, store = self.stored(INTEGER)

        def write(machine):
            low, high = of_low(machine), of_high(machine)
            low, high = int(low), max(int(low), int(high))
            value = machine.random.choice([low, high, machine.random.randint(low, high)])
            machine.write(str(value).encode())
            store(machine, value)

        return f"INT({text}{target})", write

    def float(self):
        text, of_low, of_high = self.bounds(self.number)
        is_precise = self.chance(40)
        least = self.random.randrange(3)
        most = least + self.random.randrange(3)
        target, store = self.stored(FLOAT)
        option = self.random.choice(["", "", "FIXED", "SCIENTIFIC"]) if target else ""

        def write(machine):
            low, high = of_low(machine), of_high(machine)
            value = low + (high - low) * machine.random.randrange(9) / 8
            n_decimals = machine.random.randint(least, most) if is_precise else machine.random.randrange(4)
            is_scientific = option == "SCIENTIFIC" or (not option and machine.random.random() < 0.3)
            written = f"{float(value):.{n_decimals}{'e' if is_scientific else 'f'}}"
            if is_scientific and machine.random.random() < 0.9:
                mantissa, exponent = written.split("e")
                written = f"{mantissa}{machine.random.choice('eE')}{int(exponent)}"
            machine.write(written.encode())
            store(machine, Fraction(written))

        decimals = f", {least}, {most}" if is_precise else ""
        option = f", {option}" if option else ""
        return f"FLOAT{'P' * is_precise}({text}{decimals}{target}{option})", write

    def text(self):
        text, value = self.string()

        def write(machine):
            if not isinstance(value(machine), bytes):
                raise Enough
            machine.write(value(machine))

        return f"STRING({text})", write

    def regex(self):
        pattern, sample = self.pattern()
        target, store = self.stored(STRING, 40)

        def write(machine):
            value = sample(machine)
            machine.write(value.encode("latin-1"))
            store(machine, value.encode("latin-1"))

        return f'REGEX("{pattern}"{target})', write

    def pattern(self, depth=2):
        """An expression as it stands in a string, and a function that makes a text that it matches."""
        if depth and self.chance(25):
            parts = [self.pattern(depth - 1) for _ in range(self.random.randint(1, 3))]
            return "|".join(part for part, _ in parts), lambda machine: machine.random.choice(parts)[1](machine)
        parts = [self.repeated(depth) for _ in range(self.random.randint(1, 3))]
        return "".join(part for part, _ in parts), lambda machine: "".join(sample(machine) for _, sample in parts)

    def repeated(self, depth):
        part, sample = self.atom(depth)
        count, low, high = self.random.choice(
            [("", 1, 1)] * 5
            + [("*", 0, 4), ("+", 1, 4), ("?", 0, 1), ("{2}", 2, 2), ("{1,3}", 1, 3), ("{,2}", 0, 2), ("{2,}", 2, 4)]
            + ([("{0}", 0, 0), ("{2,1}", 0, 0), ("**", 0, 0), ("{,}", 0, 3)] if self.chance(5) else [])
        )
        return part + count, lambda machine: "".join(sample(machine) for _ in range(machine.random.randint(low, high)))

    def atom(self, depth):
        if depth and self.chance(25):
            inner, sample = self.pattern(depth - 1)
            return f"({inner})", sample
        choices = [
            ("a", "a"), ("b", "b"), ("[ab]", "ab"), ("[a-c]", "abc"), ("[0-9]", "0123456789"), (".", "ab \n"),
            ("[^a]", "bc\n"), ("\\.", "."), ("\\\\*", "*"), ("-", "-"), ("[-a]", "-a"), ("[a-]", "a-"), (" ", " "),
            ("[\\\\]]", "]"), ("[a\\\\-c]", "a-c"), ("\\n", "\n"), ("[^\\n]", "ab"), ("^", "^"), ("$", "$"), ("}", "}"),
        ]
        choices += [("\\d", "\\"), ("[]", "a"), ("[c-a]", "a"), ("[[]", "["), ("\\\\", "\\"), ("", "")] * self.chance(5)
        part, characters = self.random.choice(choices)
        return part, lambda machine: machine.random.choice(characters) if characters else ""

    def assertion(self):
        text, _ = self.test()
        return f"ASSERT({text})", lambda machine: None

    def set(self):
        assignments = []
        for _ in range(self.random.choice([1, 1, 1, 2])):
            kind, make = self.random.choice([(INTEGER, self.integer)] * 2 + [(FLOAT, self.number), (STRING, self.string)])
            value, of_value = make()
            target, of_target = self.target(kind)
            assignments.append((target, of_target, value, of_value))

        def write(machine):
            for _, of_target, _, of_value in assignments:
                value = of_value(machine)
                machine.values[of_target(machine)] = value

        sign = self.random.choice(["=", " = "])
        return f"SET({', '.join(target + sign + value for target, _, value, _ in assignments)})", write

    def unset(self):
        names = self.random.choices(ALL_NAMES, k=self.random.choice([1, 1, 2]))

        def write(machine):
            machine.values = {key: value for key, value in machine.values.items() if key[0] not in names}

        return f"UNSET({','.join(names)})", write

    def command(self, depth):
        kind = self.random.randrange(100)
        if not depth or kind < 62:
            return self.simple_command()
        if kind < 82:
            return self.repeat(depth)
        if kind < 90:
            return self.repeat_while(depth)
        test, holds = self.test()
        then, write_then = self.block(depth - 1)
        otherwise, write_otherwise = self.block(depth - 1)
        has_otherwise = self.chance(50)

        def write(machine):
            if holds(machine):
                write_then(machine)
            elif has_otherwise:
                write_otherwise(machine)

        return f"IF({test}) {then} {'ELSE ' + otherwise if has_otherwise else ''} END", write

    def repeat(self, depth):
        count, of_count = self.integer(self.random.randrange(2))
        if self.chance(50):
            n_rounds = self.random.randrange(5)
            count, of_count = str(n_rounds), lambda machine: n_rounds
        counter, of_counter = self.target(INTEGER) if self.chance(50) else ("", None)
        separator, write_separator = self.simple_command() if self.chance(50) else ("", lambda machine: None)
        body, write_body = self.block(depth - 1)

        def write(machine):
            count = of_count(machine)
            if count > MAX_OUTPUT:
                raise Enough
            for at in range(count):
                if of_counter:
                    machine.values[of_counter(machine)] = at
                if at:
                    write_separator(machine)
                write_body(machine)
            if of_counter:
                machine.values[of_counter(machine)] = count

        head = f"{counter}, {count}" if counter else count
        return f"REP{'I' * bool(counter)}({head}{', ' * bool(separator)}{separator}) {body} END", write

    def repeat_while(self, depth):
        body, write_body = self.block(depth - 1)
        separator, write_separator = self.byte() if self.chance(50) else ("", lambda machine: None)
        name = self.random.choice(NAMES[INTEGER])
        n_rounds = self.random.randrange(4)
        test = self.random.choice([f"{name}<{n_rounds}", f"{name}<{n_rounds}", f"{n_rounds}!={name}"])
        if self.chance(15):
            test = self.test(1)[0]

        def write(machine):
            for at in range(n_rounds):
                machine.values[name, ()] = at
                if at:
                    write_separator(machine)
                write_body(machine)
            machine.values[name, ()] = n_rounds

        separator = f", {separator}" if separator else ""
        if self.chance(80):
            return f"WHILEI({name}, {test}{separator}) {body} END", write
        return f"SET({name}=0) WHILE({test}{separator}) SET({name}={name}+1) {body} END", write

    def block(self, depth):
        commands = [self.command(depth) for _ in range(self.random.choice([0, 1, 1, 2, 2, 3]))]

        def write(machine):
            for _, write_command in commands:
                write_command(machine)

        return " ".join(text for text, _ in commands), write

    def program(self):
        """A text, and a function that makes an input."""
        # Most programs begin with some values, so that uses find assignments.
        before = []
        for kind, make in self.random.sample([(INTEGER, self.integer)] * 2 + [(STRING, self.string)], self.random.randrange(4)):
            name = self.random.choice(NAMES[kind])
            value, of_value = make()
            self.readable[kind].append((name, lambda machine, name=name: (name, ())))

            def write_value(machine, name=name, of_value=of_value):
                machine.values[name, ()] = of_value(machine)

            before.append((f"SET({name}={value})", write_value))
        commands = before + [self.command(2) for _ in range(self.random.randint(1, 7))]
        if self.chance(60):
            commands.append(("NEWLINE", lambda machine: machine.write(b"\n")))
        text = self.random.choice(["\n", " ", "  # a comment\n"]).join(text for text, _ in commands)

        def write(random):
            machine = Machine(random)
            try:
                for _, write_command in commands:
                    write_command(machine)
            except (Enough, ArithmeticError, TypeError, ValueError, OverflowError):
                pass
            return bytes(machine.output)

        return text.encode(), write


def computed(operator, left, right):
    """The value of an operation, as far as a program that runs backwards needs it."""
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "^":
        if not isinstance(right, int) or not 0 <= right <= 64 or abs(left) > 2**64:
            raise Enough
        return left**right
    if isinstance(left, Fraction) or isinstance(right, Fraction):
        if operator == "%":
            raise Enough
        return Fraction(left) / right
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if operator == "/" else left - quotient * right


def mutated_input(random, text):
    """The text with a few bytes changed."""
    text = bytearray(text)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        at = random.randrange(len(text) + 1)
        change = random.randrange(4)
        byte = random.choice(b"0123456789 \n-+.eEab\r\xff")
        if change == 0:
            text.insert(at, byte)
        elif change == 1 and text:
            del text[min(at, len(text) - 1)]
        elif change == 2 and text:
            text[min(at, len(text) - 1)] = byte
        else:
            text = text[:at] if random.random() < 0.5 else text + bytes([byte])
    return bytes(text)


def mutated_program(random, text, tokens):
    """The program with a few tokens left out, doubled, changed or swapped."""
    parts = tokens(text)
    for _ in range(random.choice([1, 1, 2])):
        if not parts:
            break
        at = random.randrange(len(parts))
        change = random.randrange(4)
        if change == 0:
            del parts[at]
        elif change == 1:
            parts.insert(at, random.choice(parts))
        elif change == 2:
            parts[at] = random.choice(parts)
        else:
            other = random.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
    return b"".join(parts)

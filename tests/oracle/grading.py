"""Verdicts and scores of groups, by the rules that the pages of the formats state.

What counts as a group, and its settings, stands in `scoring` of PROBLEM.json, with the words of the format. A result has
the verdict of a group and its score: `SK` with 0 where a judge of the format would not run it. The verdict of a group that
fails is the worst one in it where the page leaves that open.
"""

WORST_FIRST = ["JE", "FAIL", "RTE", "MLE", "TLE", "OLE", "WA", "PE"]
NOT_RUN = ("SK", 0)


class JudgeError(Exception):
    """What the page calls a judge error."""


def declared(about):
    """The groups: of each its name, its parent, the most that it can give, its tests and what it needs."""
    scoring = about["scoring"]
    if scoring["format"] == "subtasks":
        return [{"name": name, "parent": None, "max_score": settings.get("points"), "tests": settings["tests"],
                 "dependencies": settings.get("needs", [])} for name, settings in scoring["groups"].items()]
    ids = [test["id"] for test in about["tests"]]
    groups = []
    for name, settings in scoring["groups"].items():
        if not name:
            continue
        groups.append({
            "name": name,
            "parent": max((other for other in scoring["groups"] if other and name.startswith(other + "/")), key=len,
                          default=None),
            "max_score": settings["range"][1] if scoring["format"] == "legacy" else settings.get("max_score"),
            "tests": [id for id in ids if is_in(id, name)],
            "dependencies": settings.get("require_pass", []),
        })
    return groups


def results(about, row, feedback):
    """What each group, and the whole, come to for one solution: its verdicts, and the files that the validator left."""
    cells = {test["id"]: cell for test, cell in zip(about["tests"], zip(row, feedback))}
    kinds = {"2025-09": Grader2025, "legacy": LegacyGrader, "subtasks": SubtaskGrader}
    grader = kinds[about["scoring"]["format"]](about["scoring"]["groups"], cells)
    verdict, score, found = grader.results()
    return {"graded_verdict": verdict, "score": plain(score), "max_score": grader.most(), "groups": [
        {"name": name, "verdict": found[name][0], "score": plain(found[name][1])}
        for name in about["scoring"]["groups"] if name
    ]}


def plain(score):
    """A score that is written without a point where it needs none."""
    return score if score is None or score != int(score) else int(score)


def is_in(id, group):
    return id == group or id.startswith(group + "/")


def worst(verdicts):
    return min((verdict for verdict in verdicts if verdict != "AC"), key=WORST_FIRST.index, default="AC")


def tests_of(about, group):
    """The ids of the tests that count in a group."""
    scoring = about.get("scoring", {"format": None})
    if scoring["format"] == "subtasks":
        return set(scoring["groups"][group]["tests"])
    return {test["id"] for test in about["tests"] if is_in(test["id"], group)}


class SubtaskGrader:
    """Olympiads: a subtask has its points times the least (or the greatest) share that one of its tests gives, or the sum of
    what they give; it is not run where one that it needs is not passed."""

    def __init__(self, groups, cells):
        self.groups = groups
        self.cells = cells

    def results(self):
        found = {name: self.of_group(name) for name in self.groups}
        whole = sum(score for _, score in found.values() if score is not None)
        return worst(verdict for verdict, _ in self.cells.values()), whole, found

    def most(self):
        return sum(settings.get("points", 0) for settings in self.groups.values())

    def of_group(self, name):
        settings = self.groups[name]
        if not all(self.passes(other) for other in settings.get("needs", [])):
            return NOT_RUN
        cells = [self.cells[id] for id in settings["tests"]]
        if "points" not in settings:
            return worst(verdict for verdict, _ in cells), None
        shares = [float(left.get("share", verdict == "AC")) for verdict, left in cells]
        how = settings.get("how", "min")
        share = {"min": min, "max": max, "sum": lambda shares: sum(shares) / len(shares)}[how](shares)
        return worst(verdict for verdict, _ in cells), settings["points"] * share

    def passes(self, name):
        settings = self.groups[name]
        own = all(self.cells[id][0] == "AC" for id in settings["tests"])
        return own and all(self.passes(other) for other in settings.get("needs", []))


class Grader2025:
    """2025-09, "Result aggregation"."""

    def __init__(self, groups, cells):
        self.groups = groups
        self.cells = cells

    def results(self):
        found = {}
        for name in sorted(self.groups):
            if name not in ("sample", "secret"):
                found[name] = self.of_group(name)
        if "sample" in self.groups:
            found["sample"] = (self.verdict("sample"), None)
        found["secret"] = self.of_secret(found)
        return worst(verdict for verdict, _ in self.cells.values()), found["secret"][1], found

    def most(self):
        return self.groups["secret"].get("max_score", 100)

    def verdict(self, name):
        return worst(verdict for id, (verdict, _) in self.cells.items() if is_in(id, name))

    def of_group(self, name):
        settings = self.groups[name]
        for needed in settings.get("require_pass", []):
            if needed >= name or self.groups[needed].get("score_aggregation", "pass-fail") != "pass-fail":
                raise JudgeError(f"{name} may not require {needed}")
            # A group that is not run is not accepted, whatever its tests would say.
            if self.verdict(needed) != "AC" or self.is_left_out(needed):
                return NOT_RUN
        aggregation = settings.get("score_aggregation", "pass-fail")
        ids = [id for id in self.cells if is_in(id, name)]
        most = settings["max_score"]
        if aggregation == "pass-fail":
            if any("score_multiplier.txt" in self.cells[id][1] for id in ids):
                raise JudgeError(f"a score for a test of {name}, which is passed or not")
            score = most if self.verdict(name) == "AC" else 0
        else:
            most_of_test = most / len(ids) if aggregation == "sum" else most
            scores = [self.score_of_test(id, most_of_test) for id in ids]
            score = {"sum": sum, "min": min}[aggregation](scores)
        if score > most:
            raise JudgeError(f"{name} has a score of {score}")
        return (self.verdict(name), score)

    def is_left_out(self, name):
        return name != "sample" and self.of_group(name) == NOT_RUN

    def score_of_test(self, id, most):
        verdict, files = self.cells[id]
        if verdict != "AC":
            if "score_multiplier.txt" in files:
                raise JudgeError(f"a score for {id}, which fails")
            return 0
        multiplier = float(files.get("score_multiplier.txt", "1"))
        if not 0 <= multiplier <= 1:
            raise JudgeError(f"{id} has a multiplier of {multiplier}")
        return most * multiplier

    def of_secret(self, found):
        settings = self.groups["secret"]
        scores = [score for name, (_, score) in found.items() if name.startswith("secret/")]
        score = {"sum": sum, "min": min}[settings.get("score_aggregation", "sum")](scores)
        if score > self.most():
            raise JudgeError(f"secret has a score of {score}")
        return (self.verdict("secret"), score)


class LegacyGrader:
    """Legacy, "Test Data Groups" and "Default Grader Specification"."""

    def __init__(self, groups, cells):
        self.groups = groups
        self.cells = cells
        self.found = {}

    def results(self):
        verdict, score = self.grade("")
        found = {name: self.found.get(name, NOT_RUN) for name in self.groups}
        return verdict, score if verdict == "AC" else 0, found

    def most(self):
        return self.groups[""]["range"][1]

    def items(self, name):
        """Tests and groups that lie directly in a group, by their names."""
        depth = name.count("/") + 1 if name else 0
        inside = [path for path in [*self.cells, *self.groups] if path and (not name or path.startswith(name + "/"))]
        return sorted(path for path in inside if path.count("/") == depth)

    def grade(self, name):
        settings = self.groups[name]
        flags = settings.get("grader_flags", [])
        collected = []
        for item in self.items(name):
            if item in self.cells:
                verdict = self.cells[item][0]
                score = settings.get("accept_score", 1) if verdict == "AC" else settings.get("reject_score", 0)
                collected.append((verdict, score))
            else:
                collected.append(self.grade(item))
            if collected[-1][0] != "AC" and settings.get("on_reject", "break") == "break":
                break
        if "ignore_sample" in flags:
            if name:
                raise JudgeError(f"ignore_sample in {name}")
            collected = collected[1:2]
        low, high = settings.get("range", (float("-inf"), float("inf")))
        score = self.score(flags, [score for _, score in collected])
        if not low <= score <= high:
            raise JudgeError(f"{name} has a score of {score}")
        self.found[name] = (self.verdict(flags, [verdict for verdict, _ in collected]), score)
        return self.found[name]

    @staticmethod
    def score(flags, scores):
        mode = next((flag for flag in reversed(flags) if flag in ("sum", "avg", "min", "max")), "sum")
        average = lambda scores: sum(scores) / len(scores)
        return {"sum": sum, "avg": average, "min": min, "max": max}[mode](scores)

    @staticmethod
    def verdict(flags, verdicts):
        modes = ("worst_error", "first_error", "always_accept")
        mode = next((flag for flag in reversed(flags) if flag in modes), "worst_error")
        if mode == "always_accept" or "accept_if_any_accepted" in flags and "AC" in verdicts:
            return "AC"
        if mode == "first_error":
            return next((verdict for verdict in verdicts if verdict != "AC"), "AC")
        return worst(verdicts)

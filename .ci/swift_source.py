"""Splits a Swift (or C) file into code, comments and string literals, so that a rule looks only where it means to."""

import bisect
import re

STRING_START = re.compile(r'(#*)("""|")')
INTERPOLATED = "\0"  # stands in a literal's text for an interpolation


class Source:
    """One file. `code` and `comments` have the file's own shape; what belongs to the other one is blank."""

    def __init__(self, text):
        self.text = text
        self.code = list(re.sub(r"[^\n]", " ", text))
        self.comments = list(self.code)
        self.literals = []  # (line, text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self._scan_code(0, closes_at_parenthesis=False)
        self.code = "".join(self.code)
        self.comments = "".join(self.comments)
        self.code_lines = self.code.split("\n")
        self.comment_lines = self.comments.split("\n")

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def _keep(self, where, start, end):
        where[start:end] = self.text[start:end]

    def _scan_code(self, i, closes_at_parenthesis):
        text, depth = self.text, 0
        while i < len(text):
            two = text[i : i + 2]
            if two == "//":
                end = text.find("\n", i)
                end = len(text) if end < 0 else end
                self._keep(self.comments, i, end)
                i = end
            elif two == "/*":
                i = self._scan_block_comment(i)
            elif text[i] in '#"' and (match := STRING_START.match(text, i)):
                i = self._scan_string(i, match)
            elif two == "#/":
                end = text.find("/#", i + 2)
                i = len(text) if end < 0 else end + 2
            elif text[i] == "`":
                end = text.find("`", i + 1)
                end = len(text) if end < 0 else end
                # An escaped keyword is code; a raw identifier is a sentence.
                if end - i < 40 and re.fullmatch(r"\w+", text[i + 1 : end]):
                    self._keep(self.code, i + 1, end)
                else:
                    self.code[i] = "`"
                i = end + 1
            else:
                depth += (text[i] == "(") - (text[i] == ")")
                if closes_at_parenthesis and depth < 0:
                    return i + 1
                self.code[i] = text[i]
                i += 1
        return i

    def _scan_block_comment(self, start):
        i, depth = start + 2, 1
        while i < len(self.text) and depth:
            two = self.text[i : i + 2]
            depth += (two == "/*") - (two == "*/")
            i += 2 if two in ("/*", "*/") else 1
        self._keep(self.comments, start, i)
        return i

    def _scan_string(self, start, match):
        pounds, quote = match.groups()
        end, escape = quote + pounds, "\\" + pounds
        i, pieces = match.end(), []
        self.code[i - 1] = '"'
        while i < len(self.text):
            if self.text.startswith(end, i):
                self.code[i] = '"'
                i += len(end)
                break
            if self.text.startswith(escape, i):
                i += len(escape)
                if self.text[i : i + 1] == "(":
                    i = self._scan_code(i + 1, closes_at_parenthesis=True)
                    pieces.append(INTERPOLATED)
                else:
                    i += 1
                continue
            if quote == '"' and self.text[i] == "\n":
                break
            pieces.append(self.text[i])
            i += 1
        self.literals.append((self.line(start), "".join(pieces)))
        return i

    def has_comment(self, line, above=lambda comment: comment.startswith("//") and not comment.startswith("///")):
        """Whether such a comment is on the line, or on the comment and attribute lines right above it."""
        if above(self.comment_lines[line - 1].strip()):
            return True
        i = line - 2
        while i >= 0:
            comment, code = self.comment_lines[i].strip(), self.code_lines[i].strip()
            if comment and not code:
                if above(comment):
                    return True
            elif not code.startswith("@"):
                return False
            i -= 1
        return False

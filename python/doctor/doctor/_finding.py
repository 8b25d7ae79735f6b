"""What the doctor says: a mistake, its line, the evidence and the cure."""


class Finding:
    """A mistake. `weight` orders findings; `sure` is from 0 to 1."""

    def __init__(self, kind, line, said, evidence, sure=0.9, weight=50.0, mend=None, table=None, also=()):
        self.kind, self.line, self.said, self.evidence = kind, line, said, evidence
        self.sure, self.weight, self.mend, self.table, self.also = sure, weight, mend, table, tuple(also)
        self.tried = None

    def data(self):
        """Returns it as what JSON can hold."""
        evidence = {"text": self.evidence}
        if self.table:
            evidence["table"] = self.table
        if self.mend:
            evidence["instead"] = {str(line): text for line, text in self.mend.items()}
        if self.also:
            evidence["also"] = list(self.also)
        return {"kind": self.kind, "line": self.line, "said": self.said, "sure": self.sure, "evidence": evidence, "tried": self.tried}

/** A sentence of a proposal that commits to something. */
export type Claim = {
  /** The number of the claim, if it has one. */
  id: string | undefined;
  /** The document that makes the claim. */
  doc: string;
  text: string;
};

/** Reads `- C: text`, as a proposal writes it, or `- [C4] (D1) text`, as a prompt lists numbered claims. */
export function readClaims(text: string, doc: string): Claim[] {
  const found = text.matchAll(/^\s*[-*] +\**\[?C(\d*)\]?\**:?(?: +\((D\d+)\))?:? +(.+)$/gm);
  return [...found].map(([, number = "", home = doc, claim = ""]) => ({
    id: number === "" ? undefined : `C${number}`,
    doc: home,
    text: claim.trim(),
  }));
}

/** How a text refers to a claim: by its number, by its quotation, or by its first words. */
export function nameOf({ id, text }: Claim): string {
  if (id) return `[${id}]`;
  const before = text.split("“")[0]?.trim() ?? "";
  // A quotation inside a shortened quotation would be hard to read.
  const [quote] = /“[^”]*”(?: “[^”]*”)*/u.exec(text) ?? [];
  if (quote && !before.includes(":")) return `The claim about ${quote}`;
  const [clause = ""] = /^[^,;:.]+/u.exec(before || text) ?? [];
  return `“${clause.trim() || text}”`;
}

/** A sentence a proposal commits to. */
export type Claim = {
  /** The engine's number for it, when one was given. */
  id: string | undefined;
  /** The document that makes it. */
  doc: string;
  text: string;
};

/** `- C: text` as a proposal writes it, or `- [C4] (D1) text` once the engine has numbered it. */
export function readClaims(text: string, doc: string): Claim[] {
  const found = text.matchAll(/^\s*[-*] +\**\[?C(\d*)\]?\**:?(?: +\((D\d+)\))?:? +(.+)$/gm);
  return [...found].map(([, number = "", home = doc, claim = ""]) => ({
    id: number === "" ? undefined : `C${number}`,
    doc: home,
    text: claim.trim(),
  }));
}

/** The name of a claim in a text: its number, else its first words. */
export function nameOf({ id, text }: Claim): string {
  if (id) return `[${id}]`;
  const before = text.split("“")[0]?.trim() ?? "";
  // A quotation within a quotation, cut in the middle, could not be read.
  const [quote] = /“[^”]*”/u.exec(text) ?? [];
  if (quote && !before.includes(":")) return `The claim about ${quote}`;
  const [clause = ""] = /^[^,;:.]+/u.exec(before || text) ?? [];
  return `“${clause.trim() || text}”`;
}

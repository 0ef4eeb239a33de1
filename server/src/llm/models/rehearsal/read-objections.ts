import type { Claim } from "./read-claims.ts";
import type { Paper } from "./read-paper.ts";

/** What a critique says against a claim, and what would mend it. */
export type Objection = { doc: string; text: string; mend: string };

/** The first objection to a claim in the critiques given; a critique names its claim by number or by quoting it. */
export function objectionTo(claim: Claim, papers: readonly Paper[]): Objection | undefined {
  for (const paper of papers) {
    const found = paper.passages.find((passage) => speaksOf(passage, claim));
    if (found) return toObjection(found, paper.id);
  }
  return revisionOf(claim, papers);
}

/** An improved version that words the claim as it was and adds to it had a reason: some critique asked for that. */
function revisionOf(claim: Claim, papers: readonly Paper[]): Objection | undefined {
  const opening = `${claim.bare}; `;
  for (const paper of papers) {
    if (paper.id === claim.doc) continue;
    const revised = paper.claims.find((one) => one.bare.startsWith(opening))?.bare;
    if (revised)
      return { doc: paper.id, text: "it does not stand without an addition", mend: revised.slice(opening.length) };
  }
  return undefined;
}

/** Quoting a claim to keep it is praise. */
function speaksOf(passage: string, claim: Claim): boolean {
  if (/^(?:- )?\**Keep\b/i.test(passage.trim())) return false;
  if (claim.id && passage.includes(`[${claim.id}]`)) return true;
  return passage.includes(openingOf(claim));
}

/** Enough of a claim to recognise it by, in case it was quoted only in part. */
const openingOf = (claim: Claim): string => claim.bare.slice(0, 60);

function toObjection(passage: string, doc: string): Objection {
  const wrong = passage.match(/”[^:”]*: (.*?)\.? Evidence:/su)?.[1] ?? passage.split(/\. /)[0] ?? "";
  const mend = passage.match(/\bMend: ([^\n]*?)\.?(?:\n|$)/)?.[1] ?? "settle it in writing before work begins";
  return { doc, text: wrong.trim(), mend: mend.trim() };
}

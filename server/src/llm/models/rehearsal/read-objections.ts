import { fragmentsOf } from "./brief/fragments.ts";
import type { Claim, Paper } from "./read-paper.ts";

/** What a critique says against a claim, and what would mend it. */
export type Objection = { doc: string; text: string; mend: string };

/** The first objection to a claim in the critiques given; a critique names its claim by number or by quoting it. */
export function objectionTo(claim: Claim, papers: readonly Paper[]): Objection | undefined {
  for (const paper of papers) {
    const found = paper.passages.find((passage) => speaksOf(passage, claim));
    if (found) return toObjection(found, paper.id);
  }
  return undefined;
}

/** Quoting a claim to keep it is praise. */
function speaksOf(passage: string, claim: Claim): boolean {
  if (/^\**Keep\b/i.test(passage.trim())) return false;
  if (claim.id && passage.includes(`[${claim.id}]`)) return true;
  return passage.includes(openingOf(claim.text));
}

/** Enough of a claim to recognise it by, in case it was quoted only in part. */
const openingOf = (claim: string): string => quotableClaim(claim).slice(0, 60);

/** A claim as it can stand between quotation marks: up to the first quotation of its own. */
export function quotableClaim(claim: string): string {
  const before =
    claim
      .split(/[“”"|`]/u)[0]
      ?.replace(/[,(]?\s*(?:because |although )?the brief says(?: only)?\s*$/, "")
      .trim() ?? "";
  if (before.includes(" ")) return before.replace(/[.;:,]$/, "");
  return fragmentsOf(claim).toSorted((a, b) => b.length - a.length)[0] ?? "";
}

function toObjection(passage: string, doc: string): Objection {
  const wrong = passage.match(/”[^:”]*: (.*?)\.? Evidence:/su)?.[1] ?? passage.split(/\. /)[0] ?? "";
  const mend = passage.match(/\bMend: ([^\n]*?)\.?(?:\n|$)/)?.[1] ?? "settle it in writing before work begins";
  return { doc, text: wrong.trim(), mend: mend.trim() };
}

import { fragmentsOf } from "./brief/fragments.ts";

/** A sentence a proposal commits to. */
export type Claim = {
  /** The engine's number for it, when one was given. */
  id: string | undefined;
  /** The document that makes it. */
  doc: string;
  text: string;
  /** As it can stand between quotation marks: up to the first quotation of its own. */
  bare: string;
};

/** Claims about the plan as a whole (order, figures, money, what is left out) rather than about one matter. */
export const isGeneral = (claim: { text: string }): boolean =>
  /^(?:Order|Figures|Reserve|Dates|Fixed|Left out):/.test(claim.text);

/** `- C: text` as a proposal writes it, or `- [C4] (D1) text` once the engine has numbered it. */
export function readClaims(text: string, doc: string): Claim[] {
  const found = text.matchAll(/^\s*[-*] +\**\[?C(\d*)\]?\**:?(?: +\((D\d+)\))?:? +(.+)$/gm);
  return [...found].map(([, number = "", home = doc, claim = ""]) =>
    toClaim(claim.trim(), home, number === "" ? undefined : `C${number}`),
  );
}

export function toClaim(text: string, doc: string, id: string | undefined = undefined): Claim {
  return { id, doc, text, bare: quotable(text) };
}

function quotable(text: string): string {
  const before = (text.split(/[“”"|`]/u, 1)[0] ?? "").trimEnd();
  const ground = before.match(groundBefore)?.[0].length ?? 0;
  const opening = before.slice(0, before.length - ground).trim();
  // Signs that mean something in Markdown would mean it in our document as well.
  if (opening.includes(" ") && !/[<>|`*#[\]\\]/.test(opening)) return opening.replace(/[.;:,]$/, "");
  return fragmentsOf(text).toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** How our own claims lead over to what they rest on. */
const groundBefore = /(?:, because|, although| \()\s?the brief says(?: only)?$/;

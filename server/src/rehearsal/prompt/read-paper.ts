import { type Claim, readClaims } from "./read-claims.ts";
import type { GivenDocument } from "./read-prompt.ts";

export type Requirement = { id: string; title: string; doc: string; body: string };

export type GivenMilestone = {
  id: string;
  title: string;
  dependsOn: string[];
  requirements: string[];
};

/** A given document, split at its headings. */
export type Paper = GivenDocument & {
  parts: Map<string, string>;
  claims: Claim[];
  requirements: Requirement[];
  milestones: GivenMilestone[];
  /** The objections of a critique, each with a correction. */
  objections: Objection[];
};

/** `claim` is the number, or the quoted words, by which a critique names the claim; `mend` is the correction. */
type Objection = { claim: string; mend: string };

export function readPaper(document: GivenDocument): Paper {
  const parts = splitAtHeadings(document.markdown, /^# +(.+)$/, toKey);
  const requirements = splitAtIds(parts.get("technical-requirements") ?? parts.get("requirements") ?? "", "R-\\d+");
  const milestones = splitAtIds(parts.get("milestones") ?? "", "M\\d+");
  return {
    ...document,
    parts,
    claims: readClaims(parts.get("claims") ?? "", document.id),
    requirements: [...requirements].map(([title, body]) => ({ ...splitId(title), doc: document.id, body })),
    milestones: [...milestones].map(([title, body]) => toMilestone(title, body)),
    objections: readObjections(parts.get("critique") ?? ""),
  };
}

/**
 * Reads lines such as `**serious** [C4]: what is wrong. Mend: …`. A point that the critique wants to keep is not an
 * objection.
 */
function readObjections(critique: string): Objection[] {
  const passages = critique.split(/^## (?:Keep|Missing)\b/m)[0]?.split(/\n\s*\n/) ?? [];
  return passages.flatMap((passage) => {
    const claim = passage.match(/\[(C\d+)\]/)?.[1] ?? passage.match(/“([^”]+)”/u)?.[1];
    const mend = passage.match(/\bMend: ([^\n]*?)\.?\s*$/m)?.[1];
    if (claim === undefined || mend === undefined) return [];
    return [{ claim, mend: mend.trim() }];
  });
}

export const toKey = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

/** Headings such as `## M1 Title` or `### R-1 Title`, each with the text that follows it. */
function splitAtIds(markdown: string, id: string): Map<string, string> {
  const all = splitAtHeadings(markdown, /^#{2,3} +(.+)$/, (title) => title);
  return new Map([...all].filter(([title]) => new RegExp(`^${id}\\b`).test(title)));
}

/** Maps the name of each heading to the text below it. Lines inside a code block are never headings. */
function splitAtHeadings(markdown: string, heading: RegExp, name: (title: string) => string): Map<string, string> {
  const parts = new Map<string, string>();
  let open: string | undefined;
  let inCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    const title = inCode ? undefined : line.match(heading)?.[1]?.trim();
    if (title !== undefined) {
      open = name(title);
      // A heading may be repeated by mistake or to deceive. Only the first one counts.
      if (parts.has(open)) open = undefined;
      else parts.set(open, "");
    } else if (open !== undefined) {
      parts.set(open, `${parts.get(open)}${line}\n`);
    }
  }
  return parts;
}

function splitId(title: string): { id: string; title: string } {
  const [id = "", ...rest] = title.split(/\s+/);
  return { id: id.replace(/[:.]$/, ""), title: rest.join(" ") };
}

function toMilestone(heading: string, body: string): GivenMilestone {
  return {
    ...splitId(heading),
    dependsOn: idsIn(fieldOf(body, "Depends on"), /\bM\d+\b/g),
    requirements: idsIn(fieldOf(body, "Requirements(?: covered)?"), /\bR-\d+\b/g),
  };
}

export function fieldOf(body: string, name: string): string {
  return body.match(new RegExp(`^\\s*[-*]? *\\**${name}:?\\**:? *(.*)$`, "im"))?.[1]?.trim() ?? "";
}

const idsIn = (text: string, id: RegExp): string[] => [...new Set(text.match(id) ?? [])];

import { readSentences } from "./brief/sentences.ts";
import type { GivenDocument } from "./read-prompt.ts";

/** A sentence a proposal commits to. `id` is the engine's number for it, when one was given. */
export type Claim = { id: string | undefined; doc: string; text: string };

/** Claims about the plan as a whole (order, figures, money, what is left out) rather than about one matter. */
export const isGeneral = (claim: { text: string }): boolean =>
  /^(?:Order|Figures|Reserve|Dates|Fixed|Left out):/.test(claim.text);

export type Requirement = { id: string; title: string; doc: string; body: string };

export type GivenMilestone = {
  id: string;
  title: string;
  dependsOn: string[];
  requirements: string[];
  body: string;
};

/** A given document, taken apart by its headings. */
export type Paper = GivenDocument & {
  parts: Map<string, string>;
  claims: Claim[];
  requirements: Requirement[];
  milestones: GivenMilestone[];
  /** What a critique says, passage by passage. */
  passages: string[];
  /** Sentences outside tables and headings, for quoting. */
  sentences: string[];
};

export function readPaper(document: GivenDocument): Paper {
  const parts = splitAtHeadings(document.markdown, 1);
  const requirements = splitAtHeadings(
    parts.get("technical-requirements") ?? parts.get("requirements") ?? "",
    2,
    "R-\\d+",
  );
  const milestones = splitAtHeadings(parts.get("milestones") ?? "", 2, "M\\d+");
  return {
    ...document,
    parts,
    claims: readClaims(parts.get("claims") ?? "").map((claim) => ({ ...claim, doc: document.id })),
    requirements: [...requirements].map(([title, body]) => ({ ...splitId(title), doc: document.id, body })),
    milestones: [...milestones].map(([title, body]) => toMilestone(title, body)),
    passages: (parts.get("critique") ?? "").split(/\n\s*\n/),
    sentences: readSentences(document.markdown)
      .filter((one) => !one.heading && !one.text.startsWith("|"))
      .map((one) => one.text),
  };
}

export const toKey = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

/**
 * The text below each heading of a level. With `id`, headings are kept as they are and only those that open with one
 * count; without, they become keys. Lines inside a code block are never headings.
 */
function splitAtHeadings(markdown: string, level: 1 | 2, id?: string): Map<string, string> {
  const heading = new RegExp(`^${"#".repeat(level)} +(${id ? `${id}\\b.*` : ".+"})$`);
  const parts = new Map<string, string>();
  let open: string | undefined;
  let inCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    const title = inCode ? undefined : line.match(heading)?.[1]?.trim();
    if (title !== undefined) {
      open = id ? title : toKey(title);
      // A heading that comes twice is somebody's mistake or trick; the first one is the artifact.
      if (parts.has(open)) open = undefined;
      else parts.set(open, "");
    } else if (open !== undefined) {
      parts.set(open, `${parts.get(open)}${line}\n`);
    }
  }
  return parts;
}

/** `- C: text` as a proposal writes it, or `- [C4] text` once the engine has numbered it. */
export function readClaims(text: string): { id: string | undefined; text: string }[] {
  return [...text.matchAll(/^\s*[-*] +\**\[?C(\d*)\]?\**:?(?: +\((?:D\d+)\))?:? +(.+)$/gm)].map(
    ([, number = "", claim = ""]) => ({ id: number === "" ? undefined : `C${number}`, text: claim.trim() }),
  );
}

function splitId(title: string): { id: string; title: string } {
  const [id = "", ...rest] = title.split(/\s+/);
  return { id: id.replace(/[:.]$/, ""), title: rest.join(" ") };
}

function toMilestone(heading: string, body: string): GivenMilestone {
  return {
    ...splitId(heading),
    dependsOn: idsIn(fieldOf(body, "Depends on"), /\bM\d+\b/g),
    requirements: idsIn(fieldOf(body, "Requirements covered"), /\bR-\d+\b/g),
    body,
  };
}

export function fieldOf(body: string, name: string): string {
  return body.match(new RegExp(`^\\s*[-*]? *\\**${name}:?\\**:? *(.*)$`, "im"))?.[1]?.trim() ?? "";
}

const idsIn = (text: string, id: RegExp): string[] => [...new Set(text.match(id) ?? [])];

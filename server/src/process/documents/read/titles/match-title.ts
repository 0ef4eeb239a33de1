import { squash } from "../words.ts";
import { otherNames, translations } from "./known-titles.ts";

/** An artifact that a step asks for. */
export type ExpectedArtifact = {
  key: string;
  title: string;
  /** The artifact's description in the prompt, which names the columns of a table. */
  about?: string | undefined;
  /** Defaults to true. */
  required?: boolean | undefined;
  /** True if a text without entries is accepted: in a further iteration there may be no work left to break down. */
  mayBeEmpty?: boolean | undefined;
  /** The rows of a scorecard, with their weights. */
  criteria?: readonly { name: string; weight: number }[] | undefined;
};

/**
 * How certain it is that a heading names an artifact. `title`: the heading is the artifact's title alone. `within`: it contains
 * the title among other words, or is a translation of it. `otherName`: it is another name for the artifact.
 */
export const sureness = { title: 3, within: 2, otherName: 1 } as const;

export type TitleMatch = {
  key: string;
  sureness: number;
  /** Words of the heading that are not part of the title; decoration such as a number or a word budget is ignored. */
  rest: string;
};

export type Titles = (heading: string) => TitleMatch | null;

const longestTitle = 200;

/** Returns a function that finds the expected artifact that a heading names. */
export function createTitles(artifacts: readonly ExpectedArtifact[]): Titles {
  const named = new Map<string, { key: string; sureness: number }>();
  const add = (name: string, key: string, sure: number) => {
    const squashed = squash(name);
    if (squashed !== "" && !named.has(squashed)) named.set(squashed, { key, sureness: sure });
  };
  for (const { key, title } of artifacts) add(title, key, sureness.title);
  for (const { key } of artifacts) add(key, key, sureness.title);
  for (const { key } of artifacts) for (const name of translations[key] ?? []) add(name, key, sureness.within);
  for (const { key } of artifacts) for (const name of otherNames[key] ?? []) add(name, key, sureness.otherName);
  return (heading) => {
    if (heading.length > longestTitle) return null;
    const { core, rest } = withoutDecoration(heading);
    return (
      exact(named, core, rest) ??
      besides(named, core, rest) ??
      exact(named, core.replace(fillers, " "), rest, 1) ??
      withAnother(named, core, rest)
    );
  };
}

function exact(
  named: ReadonlyMap<string, { key: string; sureness: number }>,
  core: string,
  rest: string,
  less = 0,
): TitleMatch | null {
  const found = named.get(squash(core));
  return found ? { key: found.key, sureness: Math.max(1, found.sureness - less), rest } : null;
}

/** Finds a title before or after a colon or dash: `Scorecard: Proposal A`, `Stage 2 – Critique`. */
function besides(
  named: ReadonlyMap<string, { key: string; sureness: number }>,
  core: string,
  rest: string,
): TitleMatch | null {
  const cut = /\s*[:：|]\s*|\s+[–—-]+\s+|(?<=\S)[–—]+(?=\S)/u.exec(core);
  if (!cut) return null;
  const [before, after] = [core.slice(0, cut.index), core.slice(cut.index + cut[0].length)];
  const front = named.get(squash(before));
  const back = named.get(squash(after));
  const found = front ?? back;
  if (!found || found.sureness === sureness.otherName) return null;
  const other = (front ? after : before).trim();
  const isLabel =
    !front && /^(?:stage|part|artifact|section|document|output|proposal|deliverable)\b[\s\w]{0,12}$/i.test(other);
  return { key: found.key, sureness: sureness.within, rest: [isLabel ? "" : other, rest].filter(Boolean).join(" ") };
}

/** `Success metrics & measurement`: the title and a second subject, which is not a title itself. */
function withAnother(
  named: ReadonlyMap<string, { key: string; sureness: number }>,
  core: string,
  rest: string,
): TitleMatch | null {
  const cut = /\s+(?:&|\+|\/|and|und|et|y|e|и)\s+/iu.exec(core);
  if (!cut) return null;
  const [before, after] = [core.slice(0, cut.index), core.slice(cut.index + cut[0].length).trim()];
  const found = named.get(squash(before));
  if (!found || found.sureness === sureness.otherName || named.has(squash(after))) return null;
  return { key: found.key, sureness: sureness.within, rest: [after, rest].filter(Boolean).join(" ") };
}

const fillers =
  /(?<![\p{L}\p{N}])(?:the|our|my|your|a|an|proposed|final|full|complete|detailed|revised|overall|corrected|added|updated version of|section|overview|summary|document|table|list|artifact|part|der|die|das|le|la|les|el|los|il)(?![\p{L}\p{N}])/giu;

const numbering =
  /^(?:(?:artifact|section|part|chapter|step|deliverable|output|abschnitt|teil|kapitel|partie)\s+)?(?:(?:\d{1,3}(?:\.\d{1,3}){0,3}|[ivx]{1,5}|[a-h])\s*[.):\]–—-]+|\d{1,3})\s+|^(?:artifact|section|deliverable|output)\s*[:–—-]\s*/i;
const bracketed = /[ \t]*[([（【]([^()[\]（）【】]{0,120})[)\]）】][ \t]*[:：]?[ \t]*$/u;
const budget =
  /\b(?:words?|max(?:imum)?|required|optional|artifact|table|cont(?:inued|\.|d)?|added|corrected|revised|updated|wörter|mots|palabras)\b|^[\s\d~≤<>–-]*$/iu;

/** Splits a heading into its core and the rest. Drops numbering, symbols, emphasis and the word budget. */
function withoutDecoration(heading: string): { core: string; rest: string } {
  let core = heading
    .normalize("NFKC")
    .replace(/[\ufe0e\ufe0f\u20e3]/g, "") // keycaps: `1️⃣`
    .replace(/<br[ \t]{0,3}\/?>|[*_`#]+/gi, " ")
    .trim();
  for (let count = 0; count < 3; count += 1) core = core.replace(/^[^\p{L}\p{N}]+/u, "").replace(numbering, "");
  const rest: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const [whole, inside = ""] = bracketed.exec(core) ?? [];
    if (whole === undefined) break;
    if (!budget.test(inside)) rest.unshift(whole.trim());
    core = core.slice(0, -whole.length);
  }
  core = core.replace(/[\s,;–—-]+(?:max(?:imum|\.)?|at most|up to|about|≤|~)?\s*\d{2,5}\s*words?\.?$/iu, "");
  return { core: core.replace(/[^\p{L}\p{M}\p{N})\]）】]+$/u, ""), rest: rest.join(" ") };
}

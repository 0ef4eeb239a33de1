import { bodyBlocks } from "../tables/body-blocks.ts";
import { planFieldLoosely, readFields } from "../tables/fields.ts";
import { bare, firstOfEach, numbersIn, shorten } from "../words.ts";
import { type EntryKind, milestoneIds, milestoneWords, requirementIds, requirementWords } from "./entry-ids.ts";
import { normaliseEntries } from "./normalise-entries.ts";
import { readDependencies } from "./read-dependencies.ts";

export type Requirement = { number: number; title: string };
export type Milestone = { number: number; title: string; dependsOn: number[]; requirements: number[] };

export const normaliseRequirements = (body: string): string => normaliseEntries(body, requirementIds);
export const normaliseMilestones = (body: string): string => normaliseEntries(body, milestoneIds);

/** An entry of a canonical body: its heading, and the text below it up to the next heading of the same or a higher level. */
export type Entry = { id: string; title: string; start: number; bodyStart: number; end: number };

export function entriesIn(body: string, kind: EntryKind): Entry[] {
  const headings = bodyBlocks(body).filter(({ type, depth }) => type === "heading" && depth <= kind.depth);
  return headings.flatMap((block, index) => {
    const entry = block.depth === kind.depth ? kind.read(block.text) : null;
    if (!entry) return [];
    const end = headings[index + 1]?.start ?? body.length;
    return [{ id: entry.id, title: shorten(bare(entry.title), 200), start: block.start, bodyStart: block.end, end }];
  });
}

const numberOf = (id: string): number => Number(/\d+/.exec(id)?.[0]);

/**
 * The requirements of a canonical body, which are headings such as `### R-1 Title`. If several have the same number, only the
 * first counts.
 */
export const readRequirements = (body: string): Requirement[] =>
  firstOfEach(
    entriesIn(body, requirementIds).map(({ id, title }) => ({ number: numberOf(id), title })),
    ({ number }) => number,
  );

/**
 * The milestones of a canonical body: headings such as `## M1 Title`, with the fields `Depends on` and `Requirements` below.
 * If several have the same number, only the first counts.
 */
export function readMilestones(body: string): Milestone[] {
  const entries = firstOfEach(entriesIn(body, milestoneIds), ({ id }) => id);
  const nodes = entries.map(({ id, title }) => ({ id, title }));
  return entries.map(({ id, title, bodyStart, end }): Milestone => {
    const fields = readFields(`${title}\n${body.slice(bodyStart, end)}`, planFieldLoosely);
    const dependsOn = readDependencies(fields.get("dependsOn") ?? "", {
      ...{ id, nodes },
      idsIn: (text, isIds) =>
        numbersIn(text, isIds ? `${milestoneWords}|` : milestoneWords, { isList: true }).map((number) => `M${number}`),
    });
    return {
      number: numberOf(id),
      title,
      dependsOn: dependsOn.map(numberOf),
      requirements: numbersIn(fields.get("requirements") ?? "", requirementWords, { isList: true }),
    };
  });
}

/** The ids that several entries of a body have. Only the first entry with such an id counts. */
export function repeatedIn(body: string, kind: EntryKind): string[] {
  const byId = Map.groupBy(entriesIn(body, kind), ({ id }) => id);
  return [...byId].flatMap(([id, entries]) => (entries.length > 1 ? [id] : []));
}

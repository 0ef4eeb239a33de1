import { bodyBlocks } from "../tables/body-blocks.ts";
import { planField, readFields } from "../tables/fields.ts";
import { bare, firstOfEach, numbersIn, shorten } from "../words.ts";
import { type EntryKind, milestoneIds, milestoneWords, requirementIds, requirementWords } from "./entry-ids.ts";
import { normaliseEntries } from "./normalise-entries.ts";

export type Requirement = { number: number; title: string };
export type Milestone = { number: number; title: string; dependsOn: number[]; requirements: number[] };

export const normaliseRequirements = (body: string): string => normaliseEntries(body, requirementIds);
export const normaliseMilestones = (body: string): string => normaliseEntries(body, milestoneIds);

/** An entry of a canonical body: its heading, and the text below it up to the next heading of the same level. */
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

/** `### R-1 Title`, each number once. */
export const readRequirements = (body: string): Requirement[] =>
  firstOfEach(
    entriesIn(body, requirementIds).map(({ id, title }) => ({ number: numberOf(id), title })),
    ({ number }) => number,
  );

/** `## M1 Title` with its fields `Depends on` and `Requirements`, each number once. */
export const readMilestones = (body: string): Milestone[] =>
  firstOfEach(
    entriesIn(body, milestoneIds).map(({ id, title, bodyStart, end }): Milestone => {
      const fields = readFields(body.slice(bodyStart, end), planField);
      return {
        number: numberOf(id),
        title,
        dependsOn: numbersIn(fields.get("dependsOn") ?? "", milestoneWords),
        requirements: numbersIn(fields.get("requirements") ?? "", requirementWords),
      };
    }),
    ({ number }) => number,
  );

import { type Entry, eachEntry, fieldLines, type Kind, milestones, work } from "./entries.ts";
import type { Shape, ShapeGroup } from "./shape.ts";

/** Changes the value of one field in every entry. */
const values = (
  name: string,
  { kind, field }: { kind: Kind; field: string },
  change: (value: string, at: { index: number; all: readonly Entry[] }) => string,
): Shape => ({
  name,
  apply: (answer) =>
    eachEntry(answer, kind, (entry, index, all) => {
      const fields = entry.fields.map((one) =>
        one.name === field ? { ...one, value: change(one.value, { index, all }) } : one,
      );
      return [`${entry.marks} ${entry.id} ${entry.title}`, entry.text, fieldLines({ fields }).join("\n")]
        .filter((part) => part !== "")
        .join("\n\n");
    }),
});

const dependencies = { kind: milestones, field: "Depends on" };
const covered = { kind: milestones, field: "Requirements" };
const numbersOf = (value: string): number[] => [...value.matchAll(/\d+/g)].map(([number]) => Number(number));

export const dependencyShapes: ShapeGroup = [
  values("dependencies as words", dependencies, (value) => value.replace(/\bM(?=\d)/g, "Milestone ")),
  values("dependencies as numbers", dependencies, (value) => value.replace(/\bM(?=\d)/g, "")),
  values("dependencies by title", dependencies, byTitle),
  values("dependencies on all previous", dependencies, (value, { index, all }) => {
    const earlier = all.slice(0, index).map(({ id }) => id);
    return index > 1 && value === earlier.join(", ") ? "all previous milestones" : value;
  }),
  values("no dependencies, with a remark", dependencies, (value, { index, all }) => {
    const other = all[index + 1]?.id;
    return value === "none" && other !== undefined ? `none (can run in parallel with ${other})` : value;
  }),
  values("no dependencies as a dash", dependencies, (value) => (value === "none" ? "—" : value)),
  values("covered requirements as a range", covered, (value) => {
    const numbers = numbersOf(value);
    const [first = 0] = numbers;
    const isRow = numbers.length > 1 && numbers.every((number, index) => number === first + index);
    return isRow ? `R-${first} to R-${numbers.at(-1)}` : value;
  }),
  values("covered requirements as words", covered, (value) => value.replace(/\bR-(?=\d)/g, "Requirement ")),
  values("dependencies of work as numbers", { kind: work, field: "Depends on" }, (value) =>
    value.replace(/\bW(?=\d)/g, ""),
  ),
];

/** Replaces ids with titles, unless the titles are ambiguous: too short, or part of another title. */
function byTitle(value: string, { all }: { all: readonly Entry[] }): string {
  const titles = all.map(({ title }) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ""));
  const isClear = titles.every((one) => one.length > 5 && titles.filter((other) => other.includes(one)).length === 1);
  const ids = value.split(", ");
  const named = ids.map((id) => all.find((entry) => entry.id === id)?.title ?? "");
  return isClear && named.every((title) => title !== "" && !/\bM\d/.test(title)) ? named.join("; ") : value;
}

import type { Point } from "../brief/read-brief.ts";
import { fieldOf } from "../prompt/read-paper.ts";
import { oncePerDocument, type Workspace } from "../workspace.ts";

/** A requirement: one sentence of the brief or, if there are many, several that belong together. */
export type Requirement = {
  id: string;
  title: string;
  kind: Point["kind"];
  points: Point[];
  /** The words of a requirement that a synthesis added; empty for a requirement of the brief. */
  words: string;
  sources: string[];
};

/** As many as can be written out within the usual word budget. */
const mostRequirements = 16;

/** The requirements of the brief (each sentence belongs to one), then those that the syntheses added. */
export const planRequirements = oncePerDocument((workspace: Workspace): Requirement[] => {
  const groups = group(workspace.points);
  const own = groups.map((points) => ({
    title: titleOf(points),
    kind: points[0]?.kind ?? "context",
    points,
    words: "",
    sources: [...new Set(points.map((point) => point.source))],
  }));
  return [...own, ...addedBy(workspace)].map((one, index) => ({ id: `R-${index + 1}`, ...one }));
});

function titleOf(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return "";
  const more = points.length > 1 ? ` (and ${points.length - 1} more)` : "";
  return `${first.title}${first.title === first.quote ? "" : " …"}${more}`;
}

/** Joins neighbours of the same kind, the smallest groups first, until there are few enough to be written out. */
function group(points: readonly Point[]): Point[][] {
  const groups = points.map((point) => [point]);
  const fits = (a: Point[], b: Point[]): boolean => a[0]?.kind === b[0]?.kind;
  while (groups.length > mostRequirements) {
    const sizes = groups.slice(1).map((next, index) => {
      const before = groups[index] ?? [];
      return { index, size: before.length + next.length + (fits(before, next) ? 0 : 1000) };
    });
    const smallest = sizes.reduce((best, one) => (one.size < best.size ? one : best));
    const next = groups.splice(smallest.index + 1, 1)[0] ?? [];
    groups[smallest.index]?.push(...next);
  }
  return groups;
}

/** Requirements that the syntheses added: they quote no sentence of the brief. */
function addedBy(workspace: Workspace): Omit<Requirement, "id">[] {
  const quotes = workspace.points.map(({ quote }) => quote);
  const titles = new Set<string>();
  return workspace.papers
    .filter((paper) => paper.kind === "final_synthesis")
    .flatMap((paper) => paper.requirements)
    .filter(
      (one) => !quotes.some((quote) => one.body.replaceAll("\\|", "|").includes(quote)) && isNew(titles, one.title),
    )
    .slice(0, mostRequirements)
    .map(({ id, title, doc, body }) => ({
      title,
      kind: fieldOf(body, "Priority").startsWith("must") ? ("limit" as const) : ("context" as const),
      points: [],
      words: firstLine(body) || title,
      sources: [`[${doc}] ${id}`],
    }));
}

const isNew = (titles: Set<string>, title: string): boolean => {
  const key = title.toLowerCase();
  return !titles.has(key) && Boolean(titles.add(key));
};

const firstLine = (body: string): string =>
  body
    .split("\n")
    .find((line) => line.trim() !== "" && !/^\s*[-*|#]/.test(line))
    ?.trim() ?? "";

/** The requirement whose words a text quotes. */
export function carrierOf(requirements: readonly Requirement[], text: string): Requirement | undefined {
  return requirements.find(({ points }) =>
    points.some((point) => text.includes(point.title) || text.includes(point.quote)),
  );
}

import { cited, citedBriefly, type Point, titleOf } from "../brief/read-brief.ts";
import { fieldOf } from "../prompt/read-paper.ts";
import { isNew, oncePerDocument, type Workspace } from "../workspace.ts";

/** A requirement: one sentence of the brief or, if there are many, several of the same kind. */
export type Requirement = {
  id: string;
  title: string;
  kind: Point["kind"];
  points: Point[];
  /**
   * If a synthesis added this requirement: its first line of prose, or else its title. Empty for a requirement of the brief.
   */
  words: string;
  sources: string[];
};

/** The maximum number of requirements from the brief, and from the syntheses. More would not fit the usual word budget. */
const mostRequirements = 16;

/** The requirements of the brief (each sentence belongs to one), then those that the syntheses added. */
export const planRequirements = oncePerDocument((workspace: Workspace): Requirement[] => {
  const own = group(workspace.points).map((points) => ({
    title: groupTitle(points),
    kind: points[0]?.kind ?? "context",
    points,
    words: "",
    sources: [...new Set(points.map((point) => point.source))],
  }));
  return [...own, ...addedBy(workspace)].map((one, index) => ({ id: `R-${index + 1}`, ...one }));
});

function groupTitle(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return "";
  if (first.kind === "context" && !isNew(first) && points.length > 1) return "What else the request says";
  return `${titleOf(first)}${points.length > 1 && first.block === "" ? ` (and ${points.length - 1} more)` : ""}`;
}

/**
 * All context of the request forms one requirement, and so does each table or code block. Every other sentence is a
 * requirement of its own or, if that makes too many, is joined with sentences of the same kind.
 */
function group(points: readonly Point[]): Point[][] {
  const kinds = [...Map.groupBy(points, (point) => `${isNew(point)} ${point.kind} ${point.block}`).values()];
  for (let size = 1; ; size *= 2) {
    const groups = kinds.flatMap((alike) => chunks(alike, isTogether(alike[0]) ? alike.length : size));
    if (groups.length <= mostRequirements || size > points.length) return groups;
  }
}

const isTogether = (point: Point | undefined): boolean =>
  point !== undefined && (point.block !== "" || (point.kind === "context" && !isNew(point)));

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Requirements that the syntheses added: they quote no sentence of the brief. */
function addedBy(workspace: Workspace): Omit<Requirement, "id">[] {
  const quotes = workspace.points.map(({ quote }) => quote);
  const added = workspace.papers
    .filter((paper) => paper.kind === "final_synthesis")
    .flatMap((paper) => paper.requirements)
    .filter((one) => !quotes.some((quote) => one.body.replaceAll("\\|", "|").includes(quote)))
    .map(({ id, title, doc, body }) => ({
      title,
      kind: fieldOf(body, "Priority").startsWith("must") ? ("limit" as const) : ("context" as const),
      points: [],
      words: firstLine(body) || title,
      sources: [`[${doc}] ${id}`],
    }));
  const firsts = new Map(added.toReversed().map((one) => [one.title.toLowerCase(), one]));
  return added.filter((one) => firsts.get(one.title.toLowerCase()) === one).slice(0, mostRequirements);
}

const firstLine = (body: string): string =>
  body
    .split("\n")
    .find((text) => text.trim() !== "" && !/^\s*[-*|#]/.test(text))
    ?.trim() ?? "";

/** The requirement whose words a text quotes. */
export const carrierOf = (requirements: readonly Requirement[], text: string): Requirement | undefined =>
  requirements.find(({ points }) =>
    points.some(
      (point) =>
        text.includes(citedBriefly(point)) ||
        text.includes(cited(point)) ||
        (point.quote.length >= shortestFound && text.includes(point.quote)),
    ),
  );

/** The minimum length of a quotation without quotation marks. A shorter one, such as “hire”, may occur in any text. */
const shortestFound = 12;

import { saysTime } from "./brief/figures.ts";
import { type Brief, type Point, readBrief } from "./brief/read-brief.ts";
import { type Claim, readClaims } from "./prompt/read-claims.ts";
import { type Paper, readPaper } from "./prompt/read-paper.ts";
import type { Prompt, WantedArtifact } from "./prompt/read-prompt.ts";
import type { Temperament, TemperamentName } from "./temperament.ts";
import type { Block } from "./text/fit-words.ts";

/** The inputs of a writer: its temperament, the prompt, and what was read from the prompt. */
export type Workspace = {
  temperament: Temperament;
  prompt: Prompt;
  brief: Brief;
  /** The points of the brief, the most important for this temperament first. */
  points: Point[];
  papers: Paper[];
  /** The claims to be judged: the numbered claims of the prompt, or else those in the documents. */
  claims: Claim[];
};

/** Writes one artifact. The caller adds the heading and fits the text to the budget. */
export type ArtifactWriter = (workspace: Workspace, wanted: WantedArtifact & { budget: number }) => Block[];

/** The kinds of points in each temperament's order of importance. */
const priorities: Record<TemperamentName, readonly Point["kind"][]> = {
  atlas: ["goal", "date", "figure", "limit", "exclusion", "block", "person", "open", "context"],
  briar: ["limit", "exclusion", "figure", "block", "open", "date", "goal", "person", "context"],
  cedar: ["person", "open", "goal", "exclusion", "date", "limit", "figure", "block", "context"],
};

export function createWorkspace(temperament: Temperament, prompt: Prompt): Workspace {
  const brief = readBrief(prompt.request, prompt.remarks);
  const papers = prompt.documents.map(readPaper);
  const order = priorities[temperament.name];
  // Facts, answers and feedback take precedence over the request.
  const rank = (point: Point): number => (isNew(point) ? 0 : 1 + order.indexOf(point.kind));
  const points = brief.points.toSorted((a, b) => rank(a) - rank(b));
  return { temperament, prompt, brief, points, papers, claims: claimsToJudge(prompt, papers) };
}

function claimsToJudge(prompt: Prompt, papers: readonly Paper[]): Claim[] {
  const numbered = readClaims(prompt.claims, "");
  if (numbered.length > 0) return numbered.map((claim) => ({ ...claim, doc: claim.doc || homeOf(claim.text, papers) }));
  const theses = papers.filter((paper) => paper.kind === "thesis").flatMap((paper) => paper.claims);
  return theses.length > 0 ? theses : papers.flatMap((paper) => paper.claims);
}

const homeOf = (claim: string, papers: readonly Paper[]): string =>
  papers.find((paper) => paper.claims.some((one) => one.text === claim))?.id ?? "";

/** True for a fact, an answer or feedback. */
export const isNew = ({ source }: Point): boolean => source !== "the request";

/** The points of these kinds, in order of importance. */
export const pointsOf = ({ points }: Workspace, ...kinds: Point["kind"][]): Point[] =>
  points.filter((point) => kinds.includes(point.kind));

/** The points that say when something happens: all dates, and the goals and limits that state a time. */
export const timesOf = (workspace: Workspace): Point[] =>
  pointsOf(workspace, "date", "goal", "limit").filter(({ kind, quote }) => kind === "date" || saysTime(quote));

/** The subject of the request: its first goal, or its first sentence that is more than context. */
export function mainPoint({ brief }: Workspace): Point | undefined {
  const own = brief.points.filter((point) => !isNew(point));
  return own.find(({ kind }) => kind === "goal") ?? own.find(({ kind }) => kind !== "context") ?? own[0];
}

/** The point with which a plan begins: for briar a limit, for the others the main point. */
export function firstPoint(workspace: Workspace): Point | undefined {
  const bounds = workspace.temperament.name === "briar" ? pointsOf(workspace, "limit", "exclusion", "date") : [];
  return bounds[0] ?? mainPoint(workspace);
}

/** Caches a result that several artifacts need, so that it is computed only once per document. */
export function oncePerDocument<T>(make: (workspace: Workspace) => T): (workspace: Workspace) => T {
  const made = new WeakMap<Workspace, { value: T }>();
  return (workspace) => {
    const known = made.get(workspace) ?? { value: make(workspace) };
    made.set(workspace, known);
    return known.value;
  };
}

import { type Brief, type Point, readBrief } from "./brief/read-brief.ts";
import { type Claim, readClaims } from "./prompt/read-claims.ts";
import { type Paper, readPaper } from "./prompt/read-paper.ts";
import type { Prompt, WantedArtifact } from "./prompt/read-prompt.ts";
import type { Temperament, TemperamentName } from "./temperament.ts";
import type { Block } from "./text/fit-words.ts";

/** The inputs of a writer: the brief, the documents, and its temperament. */
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
  atlas: ["goal", "date", "figure", "limit", "exclusion", "person", "open", "context"],
  briar: ["limit", "exclusion", "figure", "open", "date", "goal", "person", "context"],
  cedar: ["person", "open", "goal", "exclusion", "date", "limit", "figure", "context"],
};

export function createWorkspace(temperament: Temperament, prompt: Prompt): Workspace {
  const brief = readBrief(prompt.request, prompt.remarks);
  const papers = prompt.documents.map(readPaper);
  const order = priorities[temperament.name];
  // Facts, answers and feedback take precedence over the request.
  const rank = (point: Point): number => (point.source === "the request" ? 1 + order.indexOf(point.kind) : 0);
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

/** The points of these kinds, in order of importance. */
export const pointsOf = ({ points }: Workspace, ...kinds: Point["kind"][]): Point[] =>
  points.filter((point) => kinds.includes(point.kind));

/** The subject of the request: its first goal, or its first sentence. */
export const mainPoint = ({ brief }: Workspace): Point | undefined =>
  brief.points.find((point) => point.kind === "goal" && point.source === "the request") ?? brief.points.at(-1);

/**
 * The people that the brief names take turns as owners. If it names none, the person who wrote the request is the owner.
 */
export function ownerOf({ brief }: Workspace, index = 0): string {
  const names = brief.people.map((person) => person.name);
  return names[index % Math.max(1, names.length)] ?? "the person who wrote the request";
}

/** Results that several artifacts need, computed once per document. */
export function oncePerDocument<T>(make: (workspace: Workspace) => T): (workspace: Workspace) => T {
  const made = new WeakMap<Workspace, { value: T }>();
  return (workspace) => {
    const known = made.get(workspace) ?? { value: make(workspace) };
    made.set(workspace, known);
    return known.value;
  };
}

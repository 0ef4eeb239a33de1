import { type Brief, readBrief } from "./brief/read-brief.ts";
import type { Block } from "./fit-words.ts";
import { type Matter, mattersOf } from "./matter.ts";
import { type Claim, readClaims } from "./read-claims.ts";
import { type Paper, readPaper } from "./read-paper.ts";
import type { Prompt, WantedArtifact } from "./read-prompt.ts";
import type { Temperament } from "./temperament.ts";

/** What lies before the writer: the brief, the papers, and who is writing. */
export type Desk = {
  temperament: Temperament;
  prompt: Prompt;
  brief: Brief;
  /** All matters of the brief, the dearest to this temperament first. */
  matters: Matter[];
  papers: Paper[];
  /** The claims to be judged: those the engine numbered, else those the documents make. */
  claims: Claim[];
};

/** Writes one artifact; the heading and the fitting to the budget are done by the caller. */
export type ArtifactWriter = (desk: Desk, wanted: WantedArtifact & { budget: number }) => Block[];

export function setDesk(temperament: Temperament, prompt: Prompt): Desk {
  const brief = readBrief(prompt.request, prompt.sayings, { temperament: temperament.name, seed: temperament.seed });
  const papers = prompt.documents.map(readPaper);
  return {
    temperament,
    prompt,
    brief,
    matters: mattersOf(brief, temperament),
    papers,
    claims: claimsToJudge(prompt, papers),
  };
}

function claimsToJudge(prompt: Prompt, papers: readonly Paper[]): Claim[] {
  const numbered = readClaims(prompt.claims, "");
  if (numbered.length > 0) return numbered.map((claim) => ({ ...claim, doc: claim.doc || homeOf(claim.text, papers) }));
  const theses = papers.filter((paper) => paper.kind === "thesis").flatMap((paper) => paper.claims);
  return theses.length > 0 ? theses : papers.flatMap((paper) => paper.claims);
}

const homeOf = (claim: string, papers: readonly Paper[]): string =>
  papers.find((paper) => paper.claims.some((one) => one.text === claim))?.id ?? "";

/** Some things are needed by several artifacts and are the same for all of them: worked out once for a document. */
export function oncePerDesk<T>(make: (desk: Desk) => T): (desk: Desk) => T {
  const made = new WeakMap<Desk, { value: T }>();
  return (desk) => {
    const known = made.get(desk) ?? { value: make(desk) };
    made.set(desk, known);
    return known.value;
  };
}

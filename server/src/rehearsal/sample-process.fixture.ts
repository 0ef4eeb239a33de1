import type { GivenDocument } from "./prompt/read-prompt.ts";
import { briefs } from "./sample-briefs.fixture.ts";
import { type Step, write } from "./sample-prompts.fixture.ts";
import { type TemperamentName, temperamentNames } from "./temperament.ts";

export type Rehearsed = { step: Step; by: TemperamentName; markdown: string; documents: GivenDocument[] };

/** Runs the classic process with these temperaments; the first is the lead. Returns every document with its sources. */
export function rehearse(request: string, names: readonly TemperamentName[]): Rehearsed[] {
  const all: Rehearsed[] = [];
  const run = (step: Step, by: TemperamentName, sources: readonly (Rehearsed & { kind: string })[]): Rehearsed => {
    const documents = sources.map(({ kind, markdown }, index) => ({
      id: `D${index + 1}`,
      kind,
      label: `Text ${index + 1}`,
      markdown,
    }));
    const done = { step, by, documents, markdown: write(by, { request, step, documents }) };
    all.push(done);
    return done;
  };
  const as = (kind: string, list: readonly Rehearsed[]) => list.map((one) => ({ ...one, kind }));

  const theses = names.map((by) => run("propose", by, []));
  const reviews = names.map((by) => theses.map((thesis) => run("critique", by, as("thesis", [thesis]))));
  const finals = names.map((by) => {
    const reduced = theses.map((thesis, i) => {
      const pairs = reviews.map((mine) =>
        run("pairwise", by, [...as("thesis", [thesis]), ...as("antithesis", mine.slice(i, i + 1))]),
      );
      return run("reduce", by, as("pairwise_synthesis", pairs));
    });
    return run("final", by, [...as("reduced_synthesis", reduced), ...as("thesis", theses)]);
  });
  const lead = names[0] ?? "atlas";
  const plan = run("formalise", lead, as("final_synthesis", finals));
  run("break-down", lead, [...as("parenthesis", [plan]), ...as("final_synthesis", finals)]);
  return all;
}

/** Runs the classic process on every sample brief: on long briefs with all three temperaments, on the others with two. */
export function rehearsed(): Map<string, Rehearsed[]> {
  const casts = Object.entries(briefs).map(([name, brief]) => ({
    name,
    brief,
    names: temperamentNames.slice(0, brief.length > 500 ? 3 : 2),
  }));
  return new Map(casts.map(({ name, brief, names }) => [name, rehearse(brief, names)]));
}

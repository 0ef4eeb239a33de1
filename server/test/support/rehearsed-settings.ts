import { askModel, type CallInput, type CallResult, type ModelSettings, readyModel } from "#models";
import { rehearsalProvider } from "#rehearsal";

/** Model settings with the shipped catalogue and the rehearsal models, without keys or a data folder. */
export const rehearsedSettings = { env: {}, dataDir: null, inProcess: [rehearsalProvider] } satisfies ModelSettings;

/** Asks a rehearsal model and returns its answer. */
export async function askRehearsalModel<T>(name: string, input: Omit<CallInput<T>, "model">): Promise<CallResult<T>> {
  const outcome = await askModel({ ...input, model: readyModel(`rehearsal/${name}`, rehearsedSettings) });
  if (!outcome.ok) throw outcome.thrown;
  return outcome.answer;
}

export type { Shape } from "../../src/rehearsal/drift/shapes/shape.ts";
export { shapes } from "../../src/rehearsal/drift/shapes/shapes.ts";
export { temperamentBehind } from "../../src/rehearsal/drift/write-carelessly.ts";
export { writeAnswer } from "../../src/rehearsal/model/write-answer.ts";
export { briefs } from "../../src/rehearsal/sample-briefs.fixture.ts";
export { samplePrompt } from "../../src/rehearsal/sample-prompts.fixture.ts";
export { temperamentOf } from "../../src/rehearsal/temperament.ts";

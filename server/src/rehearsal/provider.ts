import type { InProcessProvider } from "#models";
import { createRehearsalModel } from "./model/create-rehearsal-model.ts";

const limits = {
  contextWindow: 128_000,
  maxOutputTokens: 16_000,
  tokenizer: "pieces",
  api: "chat",
  free: true,
} as const;

const about = {
  atlas: "Offline, deterministic. Puts the result first: asks whether a plan is complete.",
  briar: "Offline, deterministic. Puts limits and money first: asks what can go wrong.",
  cedar: "Offline, deterministic. Puts people first: asks who does the work, and for whom.",
  drift: "Offline, deterministic. Writes like one of the others, in careless formats, to test how answers are read.",
};

/** The rehearsal models as a provider that runs in this process. */
export const rehearsalProvider: InProcessProvider = {
  name: "rehearsal",
  models: Object.entries(about).map(([name, text]) => ({
    id: `rehearsal/${name}`,
    name: `Rehearsal ${name}`,
    about: text,
    ...limits,
  })),
  createModel: createRehearsalModel,
};

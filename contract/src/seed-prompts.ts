import { z } from "zod";
import { SessionId } from "./ids.ts";
import { stageParams } from "./params.ts";
import type { Route } from "./route.ts";
import { Moment } from "./values.ts";

/** The prompt that every call of a stage starts with. */
export const SeedPrompt = z.object({
  sessionId: SessionId,
  stage: z.string(),
  iteration: z.int(),
  text: z.string(),
  /** Increases each time the prompt is rebuilt after a change to its sources. */
  version: z.int(),
  /** True once the stage has started with this prompt, which can then no longer change. */
  frozen: z.boolean(),
  builtAt: Moment,
});
export type SeedPrompt = z.infer<typeof SeedPrompt>;

export const seedPromptsRoutes = {
  readSeedPrompt: {
    method: "get",
    path: "/api/sessions/{sessionId}/stages/{stage}/seed",
    about: "The seed prompt of a stage: the current one, or the one the stage started with.",
    params: stageParams,
    response: SeedPrompt,
  },
} as const satisfies Record<string, Route>;

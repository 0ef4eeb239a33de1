import { z } from "zod";
import { TurnResult, WorkStage } from "./bundles.ts";
import { FactValueType } from "./facts.ts";
import { SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

/** A question whose answer fills a key. The answer becomes a fact without a model call. */
export const KeyQuestion = z.object({
  key: z.string(),
  itemId: z.uuid().nullable(),
  label: z.string(),
  question: z.string(),
  valueType: FactValueType,
  /** Deferred: the answer was IDK. */
  status: z.enum(["open", "deferred"]),
  why: z.enum(["empty", "conflict"]),
});
export type KeyQuestion = z.infer<typeof KeyQuestion>;

export const QuickAnswer = z.enum(["YES", "NO", "IDK", "IRRELEVANT"]);
export type QuickAnswer = z.infer<typeof QuickAnswer>;

const key = z.string().max(200);
const turnKey = z.string().min(1).max(200);

/** The questions that fill keys, and their answers. */
export const keyQuestionsRoutes = {
  listKeyQuestions: {
    method: "get",
    path: "/api/projects/{projectId}/facts/questions",
    about: "What the project should be asked, by rules: contradictions, then important keys without a fact.",
    params: projectParams,
    response: listOf(KeyQuestion),
  },
  answerKeys: {
    method: "post",
    path: "/api/projects/{projectId}/facts/answers",
    about:
      "Answers questions that ask for a key; no model is called. The same turn key with the same answers is one turn.",
    params: projectParams,
    body: z.strictObject({
      turnKey,
      sessionId: SessionId.optional(),
      workStage: WorkStage.default("ideation"),
      answers: z
        .array(z.strictObject({ key, quick: QuickAnswer.optional(), text: z.string().max(20_000).default("") }))
        .min(1)
        .max(100),
      /** Text beside the answers; part of the same turn. */
      chat: z.string().max(100_000).default(""),
    }),
    response: TurnResult,
  },
} as const satisfies Record<string, Route>;

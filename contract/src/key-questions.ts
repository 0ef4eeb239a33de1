import { z } from "zod";
import { TurnResult, WorkStage } from "./bundles.ts";
import { FactValueType } from "./facts.ts";
import { SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

/**
 * A question to the person about the project. The answer to a question with a key becomes a fact without a model call.
 */
export const KeyQuestion = z.object({
  /**
   * The id that an answer refers to. It is a key, or a key and the id of an item ("item.dimensions.width@…"), or the id of a
   * question that the newest session's documents ask ("Q3"), or the id of a record.
   */
  id: z.string(),
  key: z.string().nullable(),
  itemId: z.uuid().nullable(),
  label: z.string(),
  question: z.string(),
  /** Null if any text is a valid answer. */
  valueType: FactValueType.nullable(),
  /** `deferred`: the person answered "I don't know" (IDK). */
  status: z.enum(["open", "deferred"]),
  /**
   * Why the question is asked: a key is empty, facts contradict each other, a document asks it, or a person or a model
   * added it to a block.
   */
  why: z.enum(["empty", "conflict", "document", "added"]),
  /** The model that added the question; null if no model added it. */
  model: z.string().nullable(),
});
export type KeyQuestion = z.infer<typeof KeyQuestion>;

export const QuickAnswer = z.enum(["YES", "NO", "IDK", "IRRELEVANT"]);
export type QuickAnswer = z.infer<typeof QuickAnswer>;

const key = z.string().max(200);
const turnKey = z.string().min(1).max(200);

/** The routes that list the questions about a project, and that record the answers. */
export const keyQuestionsRoutes = {
  listKeyQuestions: {
    method: "get",
    path: "/api/projects/{projectId}/facts/questions",
    about:
      "The questions to ask about the project: important keys without a fact, conflicts, questions from documents, questions that a person or a model added, then other keys.",
    params: projectParams,
    response: listOf(KeyQuestion),
  },
  answerKeys: {
    method: "post",
    path: "/api/projects/{projectId}/facts/answers",
    about:
      "Answers a set of questions, each identified by `question` or `key`. An answer about a key becomes a fact without a model call. All answers and `chat` form one turn. Sending the same turn key with the same answers again adds no turn.",
    params: projectParams,
    body: z.strictObject({
      turnKey,
      sessionId: SessionId.optional(),
      workStage: WorkStage.default("ideation"),
      answers: z
        .array(
          z.strictObject({
            /** The `id` of a listed question. */
            question: key.optional(),
            key: key.optional(),
            itemId: z.uuid().optional(),
            quick: QuickAnswer.optional(),
            text: z.string().max(20_000).default(""),
          }),
        )
        .min(1)
        .max(100),
      /** Text in addition to the answers; part of the same turn. */
      chat: z.string().max(100_000).default(""),
    }),
    response: TurnResult,
  },
} as const satisfies Record<string, Route>;

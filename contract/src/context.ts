import { z } from "zod";
import { DocumentId } from "./ids.ts";
import { TokenCount } from "./models.ts";
import { documentParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

const Id = z.string().min(1).max(200);

/** A sanity limit: every part costs time to process. */
const mostParts = 10_000;

/** The ingredients of a prompt. */
export const Ingredients = z.strictObject({
  systemInstruction: z.string().default(""),
  /** Text before the documents. It is never shortened. */
  preamble: z.string().optional(),
  conversationHistory: z
    .array(z.strictObject({ id: Id, role: z.enum(["user", "assistant"]), content: z.string() }))
    .max(mostParts)
    .default([]),
  resourceDocuments: z
    .array(
      z.strictObject({
        id: Id,
        label: z.string().max(500).optional(),
        text: z.string(),
        /** From 0 to 1. */
        relevance: z.number().min(0).max(1).optional(),
        isProtected: z.boolean().optional(),
        /** Text directly before and after the document. It is never shortened. */
        before: z.string().optional(),
        after: z.string().optional(),
      }),
    )
    .max(mostParts)
    .default([]),
  currentUserPrompt: z.string(),
});

export const NewFit = z.strictObject({
  ingredients: Ingredients,
  /** The model whose tokenizer counts the tokens; a rehearsal model by default. */
  model: z.string().default("rehearsal/atlas"),
  /** Overrides the context window of the model. */
  contextWindow: TokenCount.optional(),
  /** Tokens reserved for the answer. Default: a quarter of the window, or the model's own cap if that is less. */
  maxOutputTokens: TokenCount.optional(),
});

const ReceiptPart = z.object({
  id: z.string(),
  kind: z.enum(["document", "message"]),
  label: z.string(),
  /** The part's size in tokens before (`from`) and after (`to`) it was shortened. */
  from: z.int(),
  to: z.int(),
  /** True if the shortened text of an earlier prompt was reused. */
  reused: z.boolean(),
  /** The texts that were left out of the part; offsets count UTF-16 units. */
  leftOut: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })),
});

/** The record of what was left out of a prompt. */
const Receipt = z.object({
  model: z.string(),
  contextWindow: z.int(),
  /** The maximum size of the prompt in tokens. */
  inputLimit: z.int(),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  parts: z.array(ReceiptPart),
});

export const FittedPrompt = z.object({
  instructions: z.string(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })),
  tokens: z.int(),
  /** Null if nothing had to be shortened. */
  receipt: Receipt.nullable(),
});
export type FittedPrompt = z.infer<typeof FittedPrompt>;

export const DocumentReceipt = Receipt.extend({
  /** The number of the call in the document's chain: 0 for the first call, higher for continuations. */
  continuation: z.int(),
  at: Moment,
  /** `documentId`: the document that has the full text of the part. */
  parts: z.array(ReceiptPart.extend({ documentId: DocumentId.nullable() })),
});
export type DocumentReceipt = z.infer<typeof DocumentReceipt>;

export const contextRoutes = {
  fitContext: {
    method: "post",
    path: "/api/context/fit",
    about:
      "Fits a prompt into a context window, as for a model call. No model is called, and nothing is stored or charged.",
    body: NewFit,
    response: FittedPrompt,
  },
  listReceipts: {
    method: "get",
    path: "/api/documents/{documentId}/receipts",
    about: "What was left out of a document's prompts because they did not fit: one receipt for each shortened prompt.",
    params: documentParams,
    response: listOf(DocumentReceipt),
  },
} as const satisfies Record<string, Route>;

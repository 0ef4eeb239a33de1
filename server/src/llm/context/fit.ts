import type { JobId, ProjectId, SessionId } from "@dialectic/contract";
import type { Embedder } from "#memory";
import type { CallInput, ModelTerms } from "#models";
import type { UserDb } from "#platform";
import type { OutlayRefusal } from "#wallet";
import type { Ingredients, PromptMessage } from "./ingredients.ts";
import type { Receipt } from "./receipt.ts";

/** What fitting needs of its caller: all of it is in a job's `ctx`. */
export type FitCtx = { db: UserDb; signal?: AbortSignal };

export type FitTools = {
  /** What could cost more than this share of the wallet, in percent, needs an approval. */
  approvalShare: number;
  /** Null where no vectors are wanted: then words alone decide what is shortened first. */
  embedder?: Embedder | null;
};

/** Tools and the answer's schema are sent with the prompt and share the window with it. */
export type FitInput = Pick<CallInput, "tools" | "schema"> & {
  ingredients: Ingredients;
  model: ModelTerms;
  maxOutputTokens: number;
  /** With how much the answer may have to make do before anything is shortened; `maxOutputTokens` when absent. */
  leastOutputTokens?: number | undefined;
  /** The least that makes a call worth making: before the call is refused, the cap is lowered to what the window leaves. */
  usefulOutputTokens?: number | undefined;
  /** What the parts are shortened for; the current prompt when absent. The same in every request of a chain. */
  question?: string | undefined;
  /** The template and the step: what is shortened for one is not reused for another. */
  purpose: string;
  /** Where results are kept and reused; without a project nothing is kept. */
  projectId?: ProjectId | null | undefined;
  sessionId?: SessionId | null | undefined;
  /** The chain whose order it is; without one it is decided for this call alone. */
  chainId?: JobId | null | undefined;
  /** Who pays for the call that follows; null for one that is not made. */
  payer: { jobId: JobId | null } | null;
  /** How much higher the model counts than we do; learned from its calls when absent. */
  factor?: number | undefined;
  /** Instead of the model's own window. */
  contextWindow?: number | undefined;
};

export type FitOutcome =
  | {
      ok: true;
      instructions: string;
      messages: PromptMessage[];
      /** As we count them: what is sent, exactly. */
      tokens: number;
      /** What the answer may have. */
      maxOutputTokens: number;
      /** Null when nothing was shortened. */
      receipt: Receipt | null;
      /** How long parts were indexed, which is done once for each. */
      indexMs: number;
    }
  | { ok: false; why: OutlayRefusal };

import type { JobId, ProjectId, SessionId } from "@dialectic/contract";
import type { Embedder } from "#memory";
import type { CallInput, ModelTerms } from "#models";
import type { UserDb } from "#platform";
import type { OutlayRefusal } from "#wallet";
import type { Ingredients, PromptMessage } from "./ingredients.ts";
import type { Receipt } from "./receipts/receipt.ts";

/** Dependencies of fitting; a job's `ctx` provides all of them. */
export type FitCtx = { db: UserDb; signal?: AbortSignal };

export type FitTools = {
  /** The share of the wallet, in percent, above which fitting needs an approval. */
  approvalShare: number;
  /** If null, no vectors are used: words alone decide what is shortened first. */
  embedder?: Embedder | null;
};

/** Tools and the answer's schema are sent with the prompt and share the window with it. */
export type FitInput = Pick<CallInput, "tools" | "schema"> & {
  ingredients: Ingredients;
  model: ModelTerms;
  maxOutputTokens: number;
  /** The output cap may be lowered to this before anything is shortened. Default: `maxOutputTokens`. */
  leastOutputTokens?: number | undefined;
  /** The smallest output cap that is worth a call. The cap may be lowered to this value before the call is refused. */
  usefulOutputTokens?: number | undefined;
  /**
   * The question that decides which text of a part is kept; by default the current prompt. It is the same for every
   * call of a chain.
   */
  question?: string | undefined;
  /** The template and the step that the prompt is for. A part shortened for one purpose is not reused for another. */
  purpose: string;
  /** Results are stored and reused in this project; without a project nothing is stored. */
  projectId?: ProjectId | null | undefined;
  sessionId?: SessionId | null | undefined;
  /** The chain that the order of shortening is stored for; without a chain the order applies to this call only. */
  chainId?: JobId | null | undefined;
  /** Pays for the call that follows; null if no call is made. */
  payer: { jobId: JobId | null } | null;
  /** The ratio of the model's count to ours. If absent, it is learned from the model's calls. */
  factor?: number | undefined;
  /** Replaces the model's own window. */
  contextWindow?: number | undefined;
};

export type FitOutcome =
  | {
      ok: true;
      instructions: string;
      messages: PromptMessage[];
      /** Our exact count of the prompt as it is sent. */
      tokens: number;
      /** The output cap of the call. */
      maxOutputTokens: number;
      /** Null when nothing was shortened. */
      receipt: Receipt | null;
      /** Time spent indexing, which happens once for each part. */
      indexMs: number;
    }
  | { ok: false; why: OutlayRefusal };

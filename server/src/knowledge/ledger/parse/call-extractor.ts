import type { ProjectId, SessionId } from "@dialectic/contract";
import type { z } from "zod";
import { type CallTools, callModel } from "#calls";
import { type FitTools, fitPrompt } from "#context";
import type { HeldJob, JobCtx } from "#jobs";
import { resolveModel } from "#models";

export type ExtractorTools = CallTools & Pick<FitTools, "embedder">;

/**
 * The smallest answer that is worth a call: enough for about twenty operations. In a small window, the answer gets the
 * tokens that the prompt leaves. If fewer tokens than this are left, no call is made.
 */
const usefulAnswerTokens = 1_000;

/**
 * One structured call of the project's extractor, made by a job. The prompt is never shortened: if it does not fit the
 * model's window, the call fails with a `context_window` error.
 */
export async function callExtractor<T>(
  ctx: JobCtx,
  tools: ExtractorTools,
  input: {
    job: HeldJob;
    model: string;
    scope: { projectId: ProjectId; sessionId: SessionId | null };
    prompt: { instructions: string; message: string };
    schema: z.ZodType<T>;
    keepsInvalidObject?: boolean;
    maxAnswerTokens: number;
    purpose: string;
  },
) {
  const { job, scope, prompt, schema, keepsInvalidObject = false, purpose } = input;
  const model = await resolveModel({ db: ctx.db, models: tools.models }, input.model);
  const fitted = await fitPrompt(ctx, tools, {
    ...scope,
    ingredients: {
      systemInstruction: prompt.instructions,
      preamble: "",
      conversationHistory: [],
      resourceDocuments: [],
      currentUserPrompt: prompt.message,
    },
    model: model.terms,
    maxOutputTokens: Math.min(input.maxAnswerTokens, model.terms.maxOutputTokens),
    usefulOutputTokens: Math.min(usefulAnswerTokens, input.maxAnswerTokens, model.terms.maxOutputTokens),
    schema,
    purpose,
    chainId: job.chainId,
    payer: { jobId: job.id },
  });
  if (!fitted.ok) return fitted;
  return callModel<T>(
    { ...tools, ...ctx },
    {
      model,
      prompt: { instructions: fitted.instructions, messages: fitted.messages },
      maxOutputTokens: fitted.maxOutputTokens,
      schema,
      keepsInvalidObject,
      key: job.id,
      job,
      scope: { ...scope, chainId: job.chainId },
      continuations: 0,
    },
  );
}

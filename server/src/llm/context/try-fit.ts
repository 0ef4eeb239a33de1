import type { FittedPrompt, NewFit } from "@dialectic/contract";
import type { z } from "zod";
import { type ModelSettings, settingsFor, termsOf } from "#models";
import type { UserDb } from "#platform";
import { fitPrompt } from "./fit-prompt.ts";
import { pairedSpans, type Receipt } from "./receipts/receipt.ts";
import { leftOut } from "./text/compose.ts";

/** If no output cap is given, the answer gets at most a quarter of the window. */
const shareOfAnswer = 4;

/** Fits a prompt as a call would, without the call: nothing is stored, approved or charged. */
export async function tryFit(
  ctx: { db: UserDb; models: ModelSettings },
  { ingredients, model, ...given }: z.output<typeof NewFit>,
): Promise<FittedPrompt> {
  const terms = termsOf(model, await settingsFor(ctx.db, ctx.models));
  const contextWindow = given.contextWindow ?? terms.contextWindow;
  const usual = Math.min(terms.maxOutputTokens, Math.floor(contextWindow / shareOfAnswer));
  const fitted = await fitPrompt(
    ctx,
    { approvalShare: 100 },
    {
      ingredients,
      model: terms,
      contextWindow,
      maxOutputTokens: given.maxOutputTokens ?? usual,
      purpose: "try",
      payer: null,
    },
  );
  if (!fitted.ok) throw new Error("A trial fit was refused although it costs nothing.");
  const { instructions, messages, tokens, receipt } = fitted;
  const texts = new Map([
    ...ingredients.resourceDocuments.map(({ id, text }) => [`document:${id}`, text] as const),
    ...ingredients.conversationHistory.map(({ id, content }) => [`message:${id}`, content] as const),
  ]);
  return { instructions, messages, tokens, receipt: receipt && toContract(receipt, texts) };
}

const toContract = ({ parts, ...receipt }: Receipt, texts: ReadonlyMap<string, string>) => ({
  ...receipt,
  parts: parts.map(({ id, kind, label, from, to, isReused, kept }) => ({
    ...{ id, kind, label, from, to, reused: isReused },
    leftOut: leftOut(texts.get(`${kind}:${id}`) ?? "", pairedSpans(kept)),
  })),
});

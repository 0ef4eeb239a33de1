import type { ExchangeEvent, ExchangeId } from "@dialectic/contract";
import { type FitTools, fitPrompt, type Ingredients, inputLimit } from "#context";
import { countBy, countingOf, type ModelTerms, type ReadyModel } from "#models";
import { AppError, crashPoint, toAppError, type UserDb } from "#platform";
import type { ChatTool } from "../chat-tool.ts";
import { buildPrompt, promptSizes } from "../prompt/build-prompt.ts";
import type { Gathered } from "../prompt/gather-context.ts";
import type { PublishedMessage } from "../prompt/history.store.ts";
import { saveContext } from "../record/exchanges.store.ts";
import type { Limits } from "./limits.ts";
import { offerTools, type ToolOffer } from "./offer-tools.ts";

/** The parts of a prompt, as read from the database. */
export type Material = { gathered: Gathered[]; history: PublishedMessage[]; usedTools: string[]; factor: number };

type Ctx = FitTools & { db: UserDb };

type Input = {
  exchangeId: ExchangeId;
  text: string;
  model: ReadyModel;
  material: Material;
  tools: readonly ChatTool[];
  limits: Limits;
  signal: AbortSignal;
  emit(event: ExchangeEvent): void;
};

/**
 * Builds the prompt and fits it into the model's window. Saves and emits the list of the context used. If the question
 * is long, the prompt gets less context and shorter earlier messages. Throws if the question alone is too long.
 */
export async function makePrompt(ctx: Ctx, input: Input) {
  const { exchangeId, text, model, material, emit } = input;
  let saving: Promise<void> = Promise.resolve();
  for (const size of promptSizes) {
    const offer = offerTools({ tools: size.hasTools ? input.tools : [], query: text, used: material.usedTools });
    const asked = { tools: offer.offered(), query: text, model: model.terms };
    const { ingredients, used } = buildPrompt({ ...material, ...asked, size });
    saving = saving.then(() => ctx.db.tx((db) => saveContext(db, { exchangeId, used }), { single: true }));
    saving.catch(() => undefined); // `await saving` below throws the error
    const fitted = await fit(ctx, input, { ingredients, offer });
    if (!fitted) continue;

    await saving;
    emit({ type: "context", used });
    crashPoint("context gathered");
    const { instructions, messages, maxOutputTokens, tokens } = fitted;
    emit({
      type: "prompt",
      tokens,
      messages: [
        { role: "system", text: instructions },
        ...messages.map(({ role, content }) => ({ role, text: content })),
      ],
      tools: offer.offered().map(({ name, description, effects }) => ({ name, description, effects })),
    });
    return { prompt: { instructions, messages }, maxOutputTokens, tools: offer, factor: material.factor };
  }
  await saving;
  throw tooLong(input);
}

/** Returns undefined if the model's window is too small. */
async function fit(ctx: Ctx, input: Input, { ingredients, offer }: { ingredients: Ingredients; offer: ToolOffer }) {
  const { model, text, limits, signal, material } = input;
  try {
    const fitted = await fitPrompt({ db: ctx.db, signal }, ctx, {
      ...{ ingredients, model: model.terms, factor: material.factor, question: text, purpose: "chat" },
      tools: offer.offered().map(({ name, description, schema }) => ({ name, description, input: schema })),
      maxOutputTokens: outputCap(model.terms, limits),
      payer: { jobId: null },
    });
    if (fitted.ok) return fitted;
  } catch (error) {
    if (toAppError(error).code === "context_window") return undefined;
    throw error;
  }
  const why = "The wallet does not cover a prompt of this size. Top it up and ask again.";
  throw new AppError("insufficient_funds", why);
}

const outputCap = ({ maxOutputTokens, contextWindow }: ModelTerms, limits: Limits): number =>
  Math.min(limits.outputTokens, maxOutputTokens, Math.floor(contextWindow / 4));

function tooLong({ text, limits, model: { terms }, material: { factor } }: Input): AppError {
  const { id: model, contextWindow, tokenizer } = terms;
  const tokens = countBy(countingOf(tokenizer), text);
  const limit = inputLimit({ contextWindow, maxOutputTokens: outputCap(terms, limits), factor });
  return new AppError(
    "context_window",
    `The message has about ${tokens} tokens. ${model} reads at most ${limit} tokens, instructions included. Your message is saved: retry it with a model that has a larger window, or send it in shorter parts.`,
    { details: { model, contextWindow, limit, tokens } },
  );
}

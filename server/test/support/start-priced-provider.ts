import { askRehearsalModel } from "./rehearsed-settings.ts";
import { type Answer, type Asked, startChatProvider } from "./start-chat-provider.ts";

export type PricedRequest = { model: string; instructions: string; messages: Message[]; maxOutputTokens: number };
type Message = { role: "user" | "assistant"; content: string };
export type PricedAnswer = {
  text: string;
  finishReason: "stop" | "length" | "content_filter";
  usage: { inputTokens: number; outputTokens: number };
};

export type Disturbance = {
  before?: (count: number) => Answer | undefined;
  after?: (answer: Answer) => Answer;
};

export type PricedProvider = Awaited<ReturnType<typeof startPricedProvider>>;

const window = { contextWindow: 128_000, maxOutputTokens: 16_000 };

/** Prices in millionths of a dollar per million tokens. They differ so much that a mix-up is noticed. */
const entries = ["priced/atlas", "priced/briar", "priced/cedar"].map((id, index) => ({
  id,
  prices: {
    input: 1_000_000 * (index + 1),
    cachedInput: 100_000 * (index + 1),
    cacheWrite: 1_250_000 * (index + 1),
    output: 5_000_000 * (index + 1),
    reasoning: 5_500_000 * (index + 1),
  },
}));

/**
 * Starts a paid provider on this machine, with rehearsal models in OpenAI's wire format and real token counts. `answer`
 * replaces the writer; `contextWindow` and `tokenizer` apply to all models. `disturb` changes the response to a request, or
 * answers the request itself before anything is written.
 */
export async function startPricedProvider({
  answer = rehearse,
  contextWindow = window.contextWindow,
  tokenizer = "pieces",
  disturb = {},
}: {
  answer?: (asked: PricedRequest) => PricedAnswer | Promise<PricedAnswer>;
  contextWindow?: number;
  tokenizer?: string;
  disturb?: Disturbance;
} = {}) {
  const provider = await startChatProvider("priced", async (asked, count) => {
    const refused = disturb.before?.(count);
    if (refused) return refused;
    const { text, finishReason, usage } = await answer(read(asked));
    const whole: Answer = {
      pieces: [text],
      finish: finishReason,
      usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
    };
    return disturb.after?.(whole) ?? whole;
  });
  return {
    ...provider,
    /** `priced/atlas`, `priced/briar` and `priced/cedar`, each with its own prices. */
    models: entries.map(({ id }) => id),
    listIn(dataDir: string): void {
      const maxOutputTokens = Math.min(window.maxOutputTokens, Math.floor(contextWindow / 2));
      provider.listIn(
        dataDir,
        entries.map((entry) => ({ ...entry, contextWindow, maxOutputTokens, tokenizer })),
      );
    },
  };
}

const read = ({ model, max_tokens, messages }: Asked): PricedRequest => ({
  model,
  instructions: messages.flatMap(({ role, content }) => (role === "system" ? content : [])).join("\n"),
  messages: messages.flatMap(({ role, content }) => (role === "system" ? [] : { role, content })),
  maxOutputTokens: max_tokens,
});

/** Answers as the rehearsal model with the same name does. */
export async function rehearse(asked: PricedRequest): Promise<PricedAnswer> {
  const { text, finishReason, usage } = await askRehearsalModel(asked.model, asked);
  return { text, finishReason: finishReason === "length" ? "length" : "stop", usage };
}

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { askModel } from "#models";

export type PricedRequest = { model: string; instructions: string; messages: Message[]; maxOutputTokens: number };
type Message = { role: "user" | "assistant"; content: string };
export type PricedAnswer = {
  text: string;
  finishReason: "stop" | "length";
  usage: { inputTokens: number; outputTokens: number };
};

export type PricedProvider = {
  /** `priced/atlas`, `priced/briar`, `priced/cedar`: each with prices of its own. */
  models: string[];
  /** Makes it known to whoever uses this data folder. */
  listIn(dataDir: string): void;
  [Symbol.asyncDispose](): Promise<void>;
};

const names = ["atlas", "briar", "cedar"];
const window = { contextWindow: 128_000, maxOutputTokens: 16_000 };

/** Millionths of a dollar per million tokens, far enough apart that a mix-up shows. */
const entries = names.map((name, index) => ({
  id: `priced/${name}`,
  ...window,
  prices: {
    input: 1_000_000 * (index + 1),
    cachedInput: 100_000 * (index + 1),
    cacheWrite: 1_250_000 * (index + 1),
    output: 5_000_000 * (index + 1),
    reasoning: 5_500_000 * (index + 1),
  },
}));

/**
 * A provider on this machine that costs money: the rehearsal models behind OpenAI's wire, with real token counts.
 * `answer` puts another writer in their place; `contextWindow` and `tokenizer` are what is said of all of them instead.
 */
export async function startPricedProvider({
  answer = rehearse,
  contextWindow = window.contextWindow,
  tokenizer = "pieces",
}: {
  answer?: (asked: PricedRequest) => PricedAnswer | Promise<PricedAnswer>;
  contextWindow?: number;
  tokenizer?: string;
} = {}): Promise<PricedProvider> {
  const server = createServer((request, response) => {
    reply(request, response, answer).catch((error: unknown) => refuse(response, error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  const provider = { name: "priced", baseUrl: `http://127.0.0.1:${address.port}/v1` };
  return {
    models: entries.map(({ id }) => id),
    listIn(dataDir) {
      writeFileSync(join(dataDir, "providers.json"), JSON.stringify([provider]));
      const maxOutputTokens = Math.min(window.maxOutputTokens, Math.floor(contextWindow / 2));
      const models = entries.map((entry) => ({ ...entry, contextWindow, maxOutputTokens, tokenizer }));
      writeFileSync(join(dataDir, "models.json"), JSON.stringify({ noted: "2026-01-31", models }));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const Text = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map(({ text }) => text).join("")),
]);
const Request = z.object({
  model: z.enum(names),
  max_tokens: z.int(),
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: Text })),
});

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (asked: PricedRequest) => PricedAnswer | Promise<PricedAnswer>,
): Promise<void> {
  const { model, max_tokens, messages } = Request.parse(await json(request));
  const { text, finishReason, usage } = await answer({
    model,
    instructions: messages.flatMap(({ role, content }) => (role === "system" ? content : [])).join("\n"),
    messages: messages.flatMap(({ role, content }) => (role === "system" ? [] : { role, content })),
    maxOutputTokens: max_tokens,
  });
  const chunk = (more: object) => `data: ${JSON.stringify({ id: "1", created: 1, model, ...more })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ choices: [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }] }));
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }));
  const used = { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens };
  response.write(chunk({ choices: [], usage: { ...used, total_tokens: used.prompt_tokens + used.completion_tokens } }));
  response.end("data: [DONE]\n\n");
}

/** As the rehearsal model of the same name would. */
export async function rehearse(asked: PricedRequest): Promise<PricedAnswer> {
  const outcome = await askModel({ ...asked, model: `rehearsal/${asked.model}` });
  if (!outcome.ok) throw outcome.thrown;
  const { text, finishReason, usage } = outcome.answer;
  return { text, finishReason: finishReason === "length" ? "length" : "stop", usage };
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /window/.test(message) ? "context_length_exceeded" : "invalid_request";
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { message, code } }));
}

import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { startLoopback } from "./start-loopback.ts";

/**
 * The provider's answer to one request. Its text is sent in pieces. `cut` drops the connection after the last piece, before
 * the usage. `status` makes the answer an error that is sent with `headers`.
 */
export type Answer = {
  pieces: string[];
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** The finish reason to send; null to send none. */
  finish?: string | null;
  /** A text to send after the answer, in the field for refusals. */
  refusal?: string;
  cut?: boolean;
  pauseMs?: number;
  status?: number;
  headers?: Record<string, string>;
};

const Text = z.union([
  z.string(),
  z.array(z.object({ text: z.string() })).transform((parts) => parts.map(({ text }) => text).join("")),
]);
const Asked = z.object({
  model: z.string(),
  max_tokens: z.int(),
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: Text })),
});
export type Asked = z.output<typeof Asked>;

/**
 * Starts a provider on loopback with OpenAI's chat completion format. `answer` receives the request, the number of requests so
 * far, and the key.
 */
export async function startChatProvider(
  name: string,
  answer: (asked: Asked, count: number, key: string | undefined) => Answer | Promise<Answer>,
) {
  let count = 0;
  const server = await startLoopback(async (request, response) => {
    const asked = Asked.parse(await json(request));
    count += 1;
    const number = count;
    const key = request.headers.authorization?.replace("Bearer ", "");
    const said = await (async () => answer(asked, number, key))().catch((error: unknown) => refuse(response, error));
    if (said) await speak(response, asked, said);
  });
  return {
    ...server,
    timesAsked: () => count,
    /** Adds the provider and these models to the configuration of a data folder. */
    listIn(dataDir: string, models: object[]): void {
      writeFileSync(join(dataDir, "providers.json"), JSON.stringify([{ name, baseUrl: `${server.url}/v1` }]));
      writeFileSync(join(dataDir, "models.json"), JSON.stringify({ noted: "2026-01-31", models }));
    },
  };
}

/** One line of a stream. */
export const frame = (more: object): string =>
  `data: ${JSON.stringify({ id: "1", created: 1, choices: [], ...more })}\n\n`;

export const words = (content: string): object => ({
  choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }],
});

export const ended = (finish: string): object => ({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });

export const lastFrame = "data: [DONE]\n\n";

async function speak(response: ServerResponse, { model, max_tokens }: Asked, answer: Answer): Promise<void> {
  const { pieces, pauseMs = 0, finish = "stop" } = answer;
  if (answer.status) {
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    const type =
      answer.status === 429 ? "rate_limit_exceeded" : answer.status < 500 ? "invalid_request_error" : "server_error";
    return sendError(response, answer.status, { message: "Not now.", type });
  }
  const send = (data: object) => new Promise<void>((sent) => response.write(frame({ model, ...data }), () => sent()));
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces) {
    if (pauseMs > 0) await wait(pauseMs);
    await send(words(piece));
  }
  if (answer.cut) {
    await wait(20); // without this pause, pieces that are still being sent would be lost with the connection
    response.destroy();
    return;
  }
  if (answer.refusal) await send({ choices: [{ index: 0, delta: { refusal: answer.refusal }, finish_reason: null }] });
  if (finish !== null) await send(ended(finish));
  const usage = answer.usage ?? { prompt_tokens: 10, completion_tokens: max_tokens };
  await send({ usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } });
  response.end(lastFrame);
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  sendError(response, 400, { message, code: /window/.test(message) ? "context_length_exceeded" : "invalid_request" });
}

function sendError(response: ServerResponse, status: number, error: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
}

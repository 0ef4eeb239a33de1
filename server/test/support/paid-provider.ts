import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** How the provider answers one request. Text comes in pieces; `cut` drops the line after them, without usage. */
export type Answer = {
  pieces: string[];
  usage?: { prompt_tokens: number; completion_tokens: number };
  finish?: "stop" | "length" | "content_filter";
  cut?: boolean;
  pauseMs?: number;
  status?: number;
};

type Asked = { model: string; max_tokens: number; messages: { role: string; content: string }[] };

const ids = ["paid/scripted", "paid/second"] as const;

const headings = ["Business case", "Feature specification", "Technical approach", "Success metrics", "Open questions"];

/** A thesis with every artifact, short: nothing is asked for a second time. */
export const wholeThesis = [...headings, "Claims"].map((title) => `# ${title}\n\n- C: One thing is settled.\n\n`);

/** Every artifact the task asks for, short. */
export const wholeAnswer = ({ messages }: Asked): string[] =>
  [...(messages.at(-1)?.content ?? "").matchAll(/^- # (.+) \(at most \d+ words\)/gm)].map(
    ([, title]) =>
      `# ${title}\n\n${title === "Resolved positions" ? keepAll(messages) : "- C: One thing is settled."}\n\n`,
  );

/** A verdict on every claim of the prompt: nothing is asked for a second time. */
const keepAll = (messages: Asked["messages"]): string =>
  [...new Set(messages.flatMap(({ content }) => content.match(/(?<=^- \[)C\d+(?=\])/gm) ?? []))]
    .map((claim) => `- [${claim}]: kept — it is settled`)
    .join("\n") || "There are no claims.";

/** One unit per token that is written, next to nothing for what is read: a full answer costs exactly what was held. */
const unitPerToken = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1_000_000, reasoning: 1_000_000 };

/** A provider that costs money, on loopback, in the wire format most of them share; it is told what to answer. */
export async function startPaidProvider(answer: (asked: Asked, count: number) => Answer) {
  let count = 0;
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const part of request) body.push(part);
    count += 1;
    const asked: Asked = JSON.parse(Buffer.concat(body).toString());
    await speak(response, asked, answer(asked, count)).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  const baseUrl = `http://127.0.0.1:${address.port}/v1`;
  return {
    model: ids[0],
    /** Two that cost and answer alike. */
    models: [...ids],
    timesAsked: () => count,
    /** Makes it known to whoever uses this data folder. */
    listIn(dataDir: string, prices = unitPerToken): void {
      writeFileSync(join(dataDir, "providers.json"), JSON.stringify([{ name: "paid", baseUrl }]));
      const models = ids.map((id) => ({ id, contextWindow: 100_000, maxOutputTokens: 1_000, prices }));
      writeFileSync(join(dataDir, "models.json"), JSON.stringify({ models }));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type PaidProvider = Awaited<ReturnType<typeof startPaidProvider>>;

async function speak(response: ServerResponse, asked: Asked, answer: Answer): Promise<void> {
  const { pieces, pauseMs = 0, finish = "stop" } = answer;
  if (answer.status) {
    const error = { error: { message: "Not now.", type: "server_error" } };
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(error));
    return;
  }
  const send = (data: object) =>
    new Promise<void>((sent) =>
      response.write(`data: ${JSON.stringify({ model: asked.model, ...data })}\n\n`, () => sent()),
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces) {
    if (pauseMs > 0) await wait(pauseMs);
    await send({ choices: [{ index: 0, delta: { role: "assistant", content: piece } }] });
  }
  if (answer.cut) {
    await wait(20); // bytes of the same moment would be lost with the line
    response.destroy();
    return;
  }
  await send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  const usage = answer.usage ?? { prompt_tokens: 10, completion_tokens: asked.max_tokens };
  await send({ choices: [], usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } });
  response.end("data: [DONE]\n\n");
}

import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { ended, frame, lastFrame, words } from "./start-chat-provider.ts";
import { startLoopback } from "./start-loopback.ts";

/**
 * One answer of the model: pieces of text, followed by tool calls. If the `input` of a call is a string, it is sent
 * unchanged.
 */
type ScriptedReply = {
  pieces?: readonly string[];
  calls?: readonly { name: string; input: unknown }[];
  usage?: { prompt_tokens: number; completion_tokens: number };
  finish?: string;
  status?: number;
  /** The error message to send if `status` is set. */
  message?: string;
  /** Awaited before each piece and before the end of the stream. */
  before?: () => Promise<unknown>;
};

const Content = z.union([z.string(), z.array(z.object({ text: z.string() }).loose()), z.null()]).optional();
const Asked = z
  .object({
    messages: z.array(z.object({ role: z.string(), content: Content }).loose()),
    tools: z.array(z.object({ function: z.object({ name: z.string() }).loose() }).loose()).optional(),
  })
  .loose();

type ScriptedRequest = {
  messages: { role: string; text: string }[];
  tools: string[];
  /** The user's last message. */
  prompt: string;
  /** The tool results since the user's last message. */
  results: string[];
};

function read(body: unknown): ScriptedRequest {
  const asked = Asked.parse(body);
  const messages = asked.messages.map(({ role, content }) => ({
    role,
    text: typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join(""),
  }));
  const last = messages.findLastIndex(({ role }) => role === "user");
  return {
    messages,
    tools: (asked.tools ?? []).map((tool) => tool.function.name),
    prompt: messages[last]?.text ?? "",
    results: messages.slice(last).flatMap(({ role, text }) => (role === "tool" ? [text] : [])),
  };
}

/**
 * Starts a model on loopback that follows a script and can call tools. The script receives each request and the number of
 * requests so far.
 */
export async function startScriptedModel() {
  let script: (request: ScriptedRequest, count: number) => ScriptedReply = () => ({ pieces: ["Yes."] });
  const requests: ScriptedRequest[] = [];
  const server = await startLoopback(async (request, response) => {
    const asked = read(await json(request));
    requests.push(asked);
    await speak(response, script(asked, requests.length));
  });
  return {
    ...server,
    requests,
    follow(next: typeof script): void {
      script = next;
      requests.length = 0;
    },
    /** Lists the model `scripted/model` in a data folder, either free or at a millionth of a dollar per token. */
    listIn(dataDir: string, { free = false, contextWindow = 50_000 } = {}): void {
      const prices = { input: 1e6, cachedInput: 1e6, cacheWrite: 1e6, output: 1e6, reasoning: 1e6 };
      const model = { id: "scripted/model", contextWindow, maxOutputTokens: 4_000, ...(free ? { free } : { prices }) };
      writeFileSync(
        join(dataDir, "providers.json"),
        JSON.stringify([{ name: "scripted", baseUrl: `${server.url}/v1` }]),
      );
      writeFileSync(join(dataDir, "models.json"), JSON.stringify({ noted: "2026-01-31", models: [model] }));
    },
  };
}

async function speak(response: ServerResponse, reply: ScriptedReply): Promise<void> {
  if (reply.status) {
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: reply.message ?? "Not now.", type: "server_error" } }));
    return;
  }
  const { calls = [], before = async () => undefined, usage = { prompt_tokens: 11, completion_tokens: 7 } } = reply;
  const send = (data: object) => response.write(frame({ model: "model", ...data }));
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of reply.pieces ?? []) {
    await before();
    send(words(piece));
  }
  await before();
  for (const [index, { name, input }] of calls.entries()) {
    const id = `call_${Math.random().toString(36).slice(2, 10)}`;
    const given = typeof input === "string" ? input : JSON.stringify(input);
    const call = { index, id, type: "function", function: { name, arguments: given } };
    send({ choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }] });
  }
  send(ended(reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop")));
  send({ usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } });
  response.end(lastFrame);
}

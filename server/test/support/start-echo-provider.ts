import type { ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { ended, frame, lastFrame, words } from "./start-chat-provider.ts";
import { startLoopback } from "./start-loopback.ts";

type Answer = (response: ServerResponse, key: string) => void;

const send =
  (status: number, type: string, body: (key: string) => string): Answer =>
  (response, key) =>
    void response.writeHead(status, { "content-type": type, "x-echo": `Bearer ${key}` }).end(body(key));

const say = (content: string, more: object = {}): string => frame({ model: "m", ...words(content), ...more });

const stream =
  (frames: (key: string) => string[]): Answer =>
  (response, key) =>
    void response.writeHead(200, { "content-type": "text/event-stream", "x-echo": key }).end(frames(key).join(""));

/** The answer of each model. Each shows one known way in which servers repeat the key that they were sent. */
const answers: Record<string, Answer> = {
  denied: send(401, "application/json", (key) =>
    JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.`, code: "invalid_api_key", param: key } }),
  ),
  rejected: send(400, "text/plain", (key) => `bad request: authorization=Bearer ${key}`),
  page: send(200, "text/html", (key) => `<html><title>${key}</title>Your key ${key} is unknown.</html>`),
  nonsense: send(200, "application/json", (key) => JSON.stringify({ debug: { headers: { authorization: key } } })),
  broken: stream((key) => [`data: {"error": {"message": "${key} has no quota", "code": "insufficient_quota"}}\n\n`]),
  chunks: stream((key) => [
    say("# Business case\n\nIt works, says ", { debug: { authorization: `Bearer ${key}` } }),
    // The key is split over several pieces, so that no single piece contains it.
    ...(key.match(/.{1,5}/g) ?? []).map((piece) => say(piece)),
    frame({ model: "m", ...ended("stop") }),
    lastFrame,
  ]),
};

export const echoModels = Object.keys(answers);

/** Starts a provider on loopback that repeats the key of the request in every answer. */
export async function startEchoProvider() {
  const asked: { model: string; key: string }[] = [];
  const server = await startLoopback(async (request, response) => {
    const key = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ data: [{ id: `found-with-${key}` }] }));
    }
    const { model } = (await json(request)) as { model: string };
    asked.push({ model, key });
    const answer = answers[model];
    if (answer) answer(response, key);
    else response.writeHead(404).end();
  });
  return {
    ...server,
    url: `${server.url}/v1`,
    /** The models requested so far, each with the key that was sent. */
    asked: (): readonly { model: string; key: string }[] => asked,
  };
}

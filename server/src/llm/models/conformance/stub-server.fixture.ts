import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startLoopback } from "#loopback";

/** The stub's reply to the next request: a plain response, or a stream and how it ends. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body: unknown }
  | { frames: string[]; ending: "end" | "destroy" | "stall"; headers?: Record<string, string> };

export type StubServer = Awaited<ReturnType<typeof startStubServer>>;

/** An HTTP server in place of a provider. It can send faulty responses and broken streams, which no mock provider sends. */
export async function startStubServer() {
  const script: { reply: Reply | undefined; asked: number; body: string } = { reply: undefined, asked: 0, body: "" };
  const server = await startLoopback(async (request, response) => {
    script.body = await text(request);
    script.asked += 1;
    if (script.reply) await play(script.reply, response);
    else response.writeHead(500).end();
  });
  return {
    ...server,
    answerWith(reply: Reply): void {
      script.reply = reply;
      script.asked = 0;
    },
    timesAsked: (): number => script.asked,
    lastBody: (): string => script.body,
    close: () => server[Symbol.asyncDispose](),
  };
}

async function play(reply: Reply, response: ServerResponse): Promise<void> {
  if ("status" in reply) {
    const body = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(body);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
  for (const frame of reply.frames) await new Promise<void>((done) => response.write(frame, () => done()));
  if (reply.ending === "end") response.end();
  // Destroys the socket a moment later: destroying it at once would discard bytes that were written in the same tick.
  if (reply.ending === "destroy") setTimeout(() => response.destroy(), 20);
}

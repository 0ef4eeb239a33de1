import { type Client, createClient, type UserId } from "@dialectic/contract";
import { createSecret } from "#access";
import { chatParts } from "#app";
import { type ChatParts, createRunningExchanges } from "#exchanges";
import { createLog, readConfig } from "#platform";
import type { TestApp } from "#test";
import { createHttp } from "./index.ts";

export type TestHttp = {
  secret: string;
  client: Client;
  /** Sends a request unchanged: it has the secret only if the headers contain it. */
  sendBare(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request with the secret. */
  send(path: string, init?: RequestInit): Promise<Response>;
  close(): void;
};

/** The HTTP layer of a test's app, opened for one of its users. */
export function openHttp(t: TestApp, userId: UserId = t.userId, more: Partial<ChatParts> = {}): TestHttp {
  const secret = createSecret();
  const log = createLog("silent");
  const parts = chatParts({ ctxOf: (db) => ({ ...t.ctx, db, embedder: null }), dataDir: t.dataDir });
  const exchanges = createRunningExchanges({
    database: t.database,
    log,
    parts: { ...parts, ...more, tools: [...parts.tools, ...(more.tools ?? [])] },
  });
  const http = createHttp({
    app: {
      userId,
      database: t.database,
      config: { ...readConfig({}, { data: t.dataDir }), pollMs: 50 },
      ctx: (id) => ({
        ...t.ctx,
        db: t.database.as(id),
        log,
        embedder: null,
        onFactsChanged: t.ctx.onFactsChanged,
        approvalShare: 100,
        exchanges,
        boardChanged: () => undefined,
        projectDeleted: async () => undefined,
      }),
    },
    log,
    secret,
    port: 4317,
    webApp: null,
  });
  const sendBare = (path: string, init: RequestInit = {}) =>
    http.fetch(new Request(new URL(path, "http://127.0.0.1:4317"), init));
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${secret}`);
    return sendBare(path, { ...init, headers });
  };
  const close = () => {
    http.close();
    void exchanges.close();
  };
  return { secret, sendBare, send, client: createClient(send), close };
}

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { App } from "#app";
import { createEventFeed } from "#events";
import { AppError, type Log } from "#platform";
import { answerBackup } from "./files/backup-zip.ts";
import { exportAnswerer } from "./files/export-zip.ts";
import { answerImport } from "./files/import-zip.ts";
import { answerStatementCsv } from "./files/statement-csv.ts";
import { mountRoutes } from "./mount-routes.ts";
import { openApi } from "./open-api.ts";
import { cancelHeadBody } from "./responses/cancel-head-body.ts";
import { compressAnswers } from "./responses/compress-answers.ts";
import { expected, problemResponse, toProblem } from "./responses/problem.ts";
import { type Env, guard, hostOf } from "./security/guard.ts";
import { securityHeaders } from "./security/security-headers.ts";
import { eventStream } from "./streams/event-stream.ts";
import { exchangeStream } from "./streams/exchange-stream.ts";
import { explainPage } from "./web/page.ts";
import type { WebApp } from "./web/web-app.ts";

export type HttpApp = {
  fetch(request: Request): Promise<Response>;
  /** Ends the event streams; running requests finish. */
  close(): void;
};

type Options = {
  app: Pick<App, "ctx" | "config" | "database" | "userId">;
  log: Log;
  secret: string;
  /**
   * The port at which clients reach the server; 80 for requests within the process, whose addresses contain no port.
   */
  port: number;
  webApp: WebApp | null;
  /** Proves to a caller that this server serves the data folder; absent if no other process has to find the server. */
  prove?: (challenge: string) => string;
};

/** A challenge is 32 random bytes as base64url; nothing else is signed. */
const isChallenge = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? "");

/** Large enough for the longest brief as JSON with every character escaped. */
const maxBodyBytes = 16 * 1024 * 1024;

export function createHttp({ app, log, secret, port, webApp, prove }: Options): HttpApp {
  const feed = createEventFeed(app.database, { pollMs: app.config.pollMs, log });
  const answerExport = exportAnswerer(app.config);
  const closing = new AbortController();
  const hono = new Hono<Env>();

  hono.use(securityHeaders());
  hono.use(guard({ secret, port, userId: app.userId }));
  hono.use(cancelHeadBody);
  hono.use(compressAnswers);
  // This route comes before the body limit: an export is as large as its project, and is streamed to disk.
  hono.post("/api/imports", (c) => answerImport(c, app.ctx(c.get("userId")), app.config));
  hono.use(bodyLimit({ maxSize: maxBodyBytes, onError: refuseLargeBody }));
  hono.get("/api/health", (c) => {
    const challenge = c.req.query("challenge");
    return c.json({ ok: true, ...(prove && isChallenge(challenge) ? { proof: prove(challenge) } : {}) });
  });
  hono.get("/api/openapi.json", (c) => c.json(openApi()));
  hono.get("/api/events", (c) => eventStream(c, { feed, userId: c.get("userId"), closing: closing.signal }));
  hono.get("/api/exchanges/:exchangeId/stream", (c) =>
    exchangeStream(c, { ctx: app.ctx(c.get("userId")), closing: closing.signal }),
  );
  hono.get("/api/wallet/statement.csv", (c) => answerStatementCsv(c, app.ctx(c.get("userId"))));
  hono.get("/api/projects/:projectId/export", (c) => answerExport(c, app.ctx(c.get("userId"))));
  hono.get("/api/backup", (c) => answerBackup(c, app));
  mountRoutes(hono, app.ctx);
  hono.all("/api/*", (c) => {
    throw new AppError("not_found", `There is no ${c.req.method} ${c.req.path}. See /api/openapi.json.`);
  });
  hono.get("*", (c) => {
    if (!webApp) return c.notFound();
    const headers = { host: hostOf(c), authorization: `Bearer ${secret}` };
    return webApp.answer(c.req, {
      newestEvent: () => feed.newest(c.get("userId")),
      ask: async (path) => {
        const answer = await hono.fetch(new Request(new URL(path, c.req.url), { headers }));
        return answer.ok ? answer.text() : null;
      },
    });
  });

  hono.notFound((c) => problemResponse(toProblem(new AppError("not_found", `There is nothing at ${c.req.path}.`))));
  hono.onError((thrown, c) => {
    const problem = toProblem(expected(thrown, log, { method: c.req.method, path: c.req.path }));
    const wantsPage = !c.req.path.startsWith("/api/") && c.req.header("accept")?.includes("text/html");
    return wantsPage ? explainPage(problem) : problemResponse(problem);
  });

  return {
    fetch: async (request) => hono.fetch(request),
    close() {
      closing.abort();
      feed.close();
    },
  };
}

function refuseLargeBody(): never {
  throw new AppError("invalid_input", `The body is larger than ${maxBodyBytes / 2 ** 20} MB.`);
}

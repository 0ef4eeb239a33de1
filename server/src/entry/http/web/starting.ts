import { setTimeout as wait } from "node:timers/promises";
import type { ErrorCode, Problem } from "@dialectic/contract";
import { Hono } from "hono";
import { AppError, type OpeningStep } from "#platform";
import { problemResponse, toProblem } from "../responses/problem.ts";
import { assertOwnOrigin } from "../security/assert-own-origin.ts";
import { hostOf, knowsSecret } from "../security/guard.ts";
import { securityHeaders } from "../security/security-headers.ts";
import { plainPage } from "./page.ts";

const steps: Record<OpeningStep["doing"], string> = {
  creating: "Creating the database. The first start takes some seconds.",
  opening: "Opening the database.",
  loading: "Loading processes and templates.",
};

/** A page polls twice a second, or once a second in a background tab. */
const pollMs = 1_000;

/** The server's responses from the time it takes its port until its data is open. */
export type Starting = {
  fetch(request: Request): Response | Promise<Response>;
  tell(step: OpeningStep): void;
  /**
   * From now on, answers with the reason why the server could not start. Only clients that know the secret (null if there is
   * none yet) get the full reason. Resolves when waiting pages have had time to poll, or immediately if no page waits.
   */
  fail(reason: { code: ErrorCode; sentence: string; secret: string | null }): Promise<void>;
};

export function createStarting({ port }: { port: number }): Starting {
  let text = steps.opening;
  let failure: { code: ErrorCode; sentence: string; secret: string | null } | null = null;
  let pageAskedAt = Number.NEGATIVE_INFINITY;
  const hono = new Hono();
  hono.use(securityHeaders());
  hono.all("*", (c) => {
    assertOwnOrigin({ host: hostOf(c), origin: c.req.header("origin"), port });
    const isPage = !c.req.path.startsWith("/api/") && c.req.header("accept")?.includes("text/html");
    const isPoll = c.req.header("accept") === "application/problem+json";
    if (isPage || isPoll) pageAskedAt = performance.now();
    const isTold = failure?.secret ? knowsSecret(c, { secret: failure.secret, port }) : false;
    const problem = failure ? failedProblem(failure, isTold) : startingProblem(text);
    if (isPage) return plainPage({ status: 503, title: problem.title, text: problem.detail, waits: true });
    const answer = problemResponse(problem);
    answer.headers.set("retry-after", "1");
    return answer;
  });
  hono.onError((error) => {
    if (error instanceof AppError) return problemResponse(toProblem(error));
    throw error;
  });
  return {
    fetch: (request) => hono.fetch(request),
    tell(step) {
      text = steps[step.doing];
    },
    async fail(reason) {
      failure = reason;
      if (performance.now() - pageAskedAt < 3 * pollMs) await wait(2 * pollMs);
    },
  };
}

const startingProblem = (detail: string): Problem => ({
  ...toProblem(new AppError("server_starting", detail)),
  title: "Dialectic is starting…",
});

function failedProblem({ code, sentence }: { code: ErrorCode; sentence: string }, isTold: boolean): Problem {
  const title = "Dialectic could not start";
  const detail = isTold ? sentence : "The terminal it was started in says why.";
  return { ...toProblem(new AppError(code, detail)), status: 503, title };
}

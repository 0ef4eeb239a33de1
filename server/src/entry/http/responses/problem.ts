import { errorTable, type Problem } from "@dialectic/contract";
import { AppError, type Log, toAppError } from "#platform";

/** An error as the API returns it (RFC 9457). */
export function toProblem(error: AppError): Problem {
  const words = error.code.replaceAll("_", " ");
  return {
    type: `urn:dialectic:problem:${error.code}`,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    status: errorTable[error.code].status,
    code: error.code,
    detail: error.message,
    ...(error.remedies.length === 0 ? {} : { remedies: [...error.remedies] }),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

export function problemResponse(problem: Problem): Response {
  return Response.json(problem, {
    status: problem.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}

/** Returns an expected error unchanged. Logs any other error (its stack at the level debug) and wraps its message. */
export function expected(thrown: unknown, log: Log, request: { method: string; path: string }): AppError {
  if (thrown instanceof AppError && thrown.code !== "internal") return thrown;
  const { message } = toAppError(thrown);
  log.error("A request failed unexpectedly.", { ...request, reason: message });
  log.debug("It failed here.", { error: thrown });
  const sentence = message
    .split("\n")[0]
    ?.slice(0, 300)
    .replace(/[.\s]+$/, "");
  const remedies = thrown instanceof AppError ? thrown.remedies : [];
  return new AppError("internal", `Something unexpected happened: ${sentence}.`, { cause: thrown, remedies });
}

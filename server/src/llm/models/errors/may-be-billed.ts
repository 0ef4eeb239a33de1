import { APICallError } from "ai";
import { AppError } from "#platform";
import { failureKind } from "./failure-kind.ts";
import { causesOf, isRequestError, readFailure } from "./read-failure.ts";

/**
 * True if a provider may bill a call that failed like this before any output. In doubt the result is true, because the
 * provider may have processed a request that it never answered, and recording less than the provider bills is the worse
 * mistake.
 */
export function mayBeBilled(thrown: unknown): boolean {
  const causes = causesOf(thrown);
  if (isRequestError(thrown)) return false;
  // This program's own errors mean that nothing was sent, or that a web page came back instead of an answer.
  if (causes.some((cause) => cause instanceof AppError)) return false;
  if (causes.some(isNeverSent)) return false;
  // After a status other than 200, or a stream that begins with a known error, nothing is billed.
  if (APICallError.isInstance(thrown) && thrown.statusCode !== undefined) return thrown.statusCode === 200;
  return failureKind(readFailure(thrown)) === null;
}

const unreachable = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const untrusted = /^(?:ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

function isNeverSent(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && (unreachable.has(code) || untrusted.test(code));
}

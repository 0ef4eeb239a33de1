import { APICallError } from "ai";
import { AppError } from "#platform";
import { failureKind } from "./failure-kind.ts";
import { isRequestError } from "./is-request-error.ts";
import { causesOf, readFailure } from "./read-failure.ts";

/**
 * Whether a provider may bill a call that failed like this before it said anything. In doubt it may: a request that was
 * sent and never answered has perhaps been read, and an account that says less than the bill is the worse mistake.
 */
export function mayBeBilled(thrown: unknown): boolean {
  const causes = causesOf(thrown);
  if (isRequestError(thrown)) return false;
  // Errors of our own stand for requests that were not sent, and for web pages in place of an answer.
  if (causes.some((cause) => cause instanceof AppError)) return false;
  if (causes.some(isNeverSent)) return false;
  // A status other than 200, or a stream whose first word is an error with a name: it would not do the work.
  if (APICallError.isInstance(thrown) && thrown.statusCode !== undefined) return thrown.statusCode === 200;
  return failureKind(readFailure(thrown)) === null;
}

const unreached = new Set([
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
  return typeof code === "string" && (unreached.has(code) || untrusted.test(code));
}

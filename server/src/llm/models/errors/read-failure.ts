import {
  APICallError,
  InvalidArgumentError,
  InvalidPromptError,
  MessageConversionError,
  MissingToolResultsError,
  UnsupportedFunctionalityError,
} from "ai";

/** A provider's error in one form, however it was sent. */
export type Failure = {
  status: number | undefined;
  /** The provider's codes, types and statuses, in lower case. */
  codes: string[];
  message: string;
  headers: Record<string, string>;
  body: string;
};

/** Providers report errors as HTTP responses, as events within a stream, or as plain exceptions. */
export function readFailure(thrown: unknown): Failure {
  if (APICallError.isInstance(thrown)) {
    const body = thrown.responseBody ?? "";
    const error = findError(parse(body));
    return {
      status: thrown.statusCode,
      codes: codesOf(error),
      message: messageOf(error) ?? thrown.message,
      headers: thrown.responseHeaders ?? {},
      body,
    };
  }
  const error = findError(thrown);
  const data = findError(field(error, "data"));
  return {
    status: [field(error, "statusCode"), field(data, "code")].find((code): code is number => isStatus(code)),
    codes: [...codesOf(error), ...codesOf(data)],
    message: messageOf(error) ?? String(thrown),
    headers: {},
    body: "",
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the error in `{error: …}`, `[{error: …}]` or `{response: {error: …}}`. Any other value is the error itself. */
function findError(value: unknown): unknown {
  const one = Array.isArray(value) ? value[0] : value;
  return field(one, "error") ?? field(field(one, "response"), "error") ?? one;
}

function codesOf(error: unknown): string[] {
  return [field(error, "code"), field(error, "type"), field(error, "status")].flatMap((code) =>
    typeof code === "string" ? code.toLowerCase() : [],
  );
}

function messageOf(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  const message = field(error, "message");
  return typeof message === "string" ? message : undefined;
}

const isStatus = (code: unknown): boolean => typeof code === "number" && code >= 400 && code <= 599;

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The error and its chain of causes. The SDK wraps errors, and fetch puts the socket's error into `cause`. */
export function causesOf(thrown: unknown): unknown[] {
  return thrown instanceof Error && thrown.cause ? [thrown, ...causesOf(thrown.cause)] : [thrown];
}

/** True if the request was never sent because it could not be built, for example because a tool call had no result. */
export const isRequestError = (thrown: unknown): thrown is Error =>
  [
    InvalidArgumentError,
    InvalidPromptError,
    MessageConversionError,
    MissingToolResultsError,
    UnsupportedFunctionalityError,
  ].some((kind) => kind.isInstance(thrown));

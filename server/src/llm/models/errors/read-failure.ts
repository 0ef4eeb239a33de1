import { APICallError } from "ai";

/** What a provider said when it would not or could not answer, whichever way it said it. */
export type Failure = {
  status: number | undefined;
  /** Its own words for the kind of failure: codes, types and statuses, in small letters. */
  codes: string[];
  message: string;
  headers: Record<string, string>;
  body: string;
};

/** Errors come as HTTP answers, as events in a stream that had begun well, or as plain exceptions. */
export function readFailure(thrown: unknown): Failure {
  if (APICallError.isInstance(thrown)) {
    const body = thrown.responseBody ?? "";
    const said = findError(parse(body));
    return {
      status: thrown.statusCode,
      codes: codesOf(said),
      message: messageOf(said) ?? thrown.message,
      headers: thrown.responseHeaders ?? {},
      body,
    };
  }
  const said = findError(thrown);
  const data = findError(field(said, "data"));
  return {
    status: [field(said, "statusCode"), field(data, "code")].find((code): code is number => isStatus(code)),
    codes: [...codesOf(said), ...codesOf(data)],
    message: messageOf(said) ?? String(thrown),
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

/** `{error: …}`, `[{error: …}]`, `{response: {error: …}}`, or the error itself. */
function findError(value: unknown): unknown {
  const one = Array.isArray(value) ? value[0] : value;
  return field(one, "error") ?? field(field(one, "response"), "error") ?? one;
}

function codesOf(said: unknown): string[] {
  return [field(said, "code"), field(said, "type"), field(said, "status")].flatMap((code) =>
    typeof code === "string" ? code.toLowerCase() : [],
  );
}

function messageOf(said: unknown): string | undefined {
  if (typeof said === "string") return said;
  const message = field(said, "message");
  return typeof message === "string" ? message : undefined;
}

const isStatus = (code: unknown): boolean => typeof code === "number" && code >= 400 && code <= 599;

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** What was thrown, and what it was thrown because of: the SDK wraps errors, and fetch hides the socket's in its cause. */
export function causesOf(thrown: unknown): unknown[] {
  return thrown instanceof Error && thrown.cause ? [thrown, ...causesOf(thrown.cause)] : [thrown];
}

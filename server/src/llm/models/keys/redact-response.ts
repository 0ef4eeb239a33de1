import { createStreamRedactor, keyForms, keyFormsInErrors, redactKeys, toPullStream } from "./redact-keys.ts";

/**
 * Removes the key of the request from a provider's response, because servers echo it in headers, bodies and status
 * texts.
 */
export function redactResponse(response: Response, key: string | undefined): Response {
  const forms = response.ok ? keyForms(key) : keyFormsInErrors(key);
  if (forms.length === 0) return response;
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, redactKeys(value, forms));
  const body = response.body && toPullStream(redactBody(response.body, forms.map(toLatin1)));
  return new Response(body, { status: response.status, statusText: redactKeys(response.statusText, forms), headers });
}

/** Turns each byte into one character, so that the search works in any encoding. */
const toLatin1 = (text: string): string => Buffer.from(text).toString("latin1");

/** If the connection breaks, yields everything that arrived and then throws the error of the connection. */
async function* redactBody(
  body: ReadableStream<Uint8Array>,
  forms: readonly string[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const redactor = createStreamRedactor(forms);
  let failure: { reason: unknown } | undefined;
  try {
    for await (const chunk of body) {
      const text = redactor.add(Buffer.from(chunk).toString("latin1"));
      if (text !== "") yield Buffer.from(text, "latin1");
    }
  } catch (reason) {
    failure = { reason };
  }
  const rest = redactor.flush();
  if (rest !== "") yield Buffer.from(rest, "latin1");
  if (failure) throw failure.reason;
}

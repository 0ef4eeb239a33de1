import { createKeyHider, formsInFailure, formsOf, hideForms } from "./key-hider.ts";
import { toStream } from "./to-stream.ts";

/** A provider's answer without the key it was asked with: servers like to repeat what they were sent, in any place. */
export function withoutKey(response: Response, key: string | undefined): Response {
  const forms = response.ok ? formsOf(key) : formsInFailure(key);
  if (forms.length === 0) return response;
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, hideForms(value, forms));
  const body = response.body && toStream(hidden(response.body, forms.map(asBytes)));
  return new Response(body, { status: response.status, statusText: hideForms(response.statusText, forms), headers });
}

/** Bytes as text, one character each: what is searched for is found whatever encoding surrounds it. */
const asBytes = (text: string): string => Buffer.from(text).toString("latin1");

/** Pulled, piece by piece: what came before a line broke is passed on before the break is. */
async function* hidden(
  body: ReadableStream<Uint8Array>,
  forms: readonly string[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const hider = createKeyHider(forms);
  let broke: { reason: unknown } | undefined;
  try {
    for await (const chunk of body) {
      const text = hider.add(Buffer.from(chunk).toString("latin1"));
      if (text !== "") yield Buffer.from(text, "latin1");
    }
  } catch (reason) {
    broke = { reason };
  }
  const rest = hider.rest();
  if (rest !== "") yield Buffer.from(rest, "latin1");
  if (broke) throw broke.reason;
}

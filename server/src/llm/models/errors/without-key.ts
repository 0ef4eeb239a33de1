/** Shorter ones would hit ordinary words; no provider gives such. */
const shortestKey = 8;

/** A provider's answer without the key it was asked with: servers like to repeat what they were sent, in any place. */
export function withoutKey(response: Response, key: string | undefined): Response {
  if (key === undefined || key.length < shortestKey) return response;
  const forms = [...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])];
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, hide(value, forms));
  const body = response.body?.pipeThrough(hidingStream(forms.map(asBytes))) ?? null;
  return new Response(body, { status: response.status, statusText: hide(response.statusText, forms), headers });
}

const hide = (text: string, forms: readonly string[]): string =>
  forms.reduce((rest, form) => rest.replaceAll(form, "[hidden]"), text);

/** Bytes as text, one character each: what is searched for is found whatever encoding surrounds it. */
const asBytes = (text: string): string => Buffer.from(text).toString("latin1");

function hidingStream(forms: readonly string[]): TransformStream<Uint8Array, Uint8Array> {
  let held = "";
  const send = (controller: TransformStreamDefaultController<Uint8Array>, text: string) => {
    if (text !== "") controller.enqueue(Buffer.from(text, "latin1"));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = hide(held + Buffer.from(chunk).toString("latin1"), forms);
      const kept = Math.max(...forms.map((form) => beginningAtEnd(text, form)));
      held = text.slice(text.length - kept);
      send(controller, text.slice(0, text.length - kept));
    },
    flush(controller) {
      send(controller, held);
    },
  });
}

/** How many characters at the end of a text might be the beginning of a key whose rest is still to come. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

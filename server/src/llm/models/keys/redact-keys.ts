/**
 * The shortest key that is redacted. In a model's answer, shorter keys would match ordinary words (`none`, `1234`); no
 * provider issues such keys, but self-hosted servers accept them. In an error message a needless redaction does no harm.
 */
const minKeyLength = { answer: 8, error: 4 };

/** The forms in which a key may appear: plain, JSON-escaped, URL-encoded. Empty for a key that is too short. */
export const keyForms = (key: string | undefined): string[] => formsFrom(key, minKeyLength.answer);

/** Like `keyForms`, for error messages, in which shorter keys are also redacted. */
export const keyFormsInErrors = (key: string | undefined): string[] => formsFrom(key, minKeyLength.error);

function formsFrom(key: string | undefined, minLength: number): string[] {
  if (key === undefined || key.length < minLength) return [];
  return [...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])];
}

export const redactKeys = (text: string, forms: readonly string[]): string =>
  forms.reduce((rest, form) => rest.replaceAll(form, "[hidden]"), text);

/** Redacts keys in a stream of text. A possible start of a key is held back, because a key may span several chunks. */
export function createStreamRedactor(forms: readonly string[]) {
  let held = "";
  return {
    /** Returns the text that is safe to pass on now. */
    add(chunk: string): string {
      const text = redactKeys(held + chunk, forms);
      const kept = Math.max(0, ...forms.map((form) => partialMatchLength(text, form)));
      held = text.slice(text.length - kept);
      return text.slice(0, text.length - kept);
    },
    /** Returns the text that was held back; call it at the end of the stream. */
    flush(): string {
      const text = held;
      held = "";
      return text;
    },
  };
}

/** The number of characters at the end of the text that match the start of this form. */
function partialMatchLength(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/**
 * Turns a generator into a pull stream without read-ahead. Chunks in a queue would be lost when the connection breaks, although
 * the provider bills them.
 */
export function toPullStream<T>(chunks: AsyncGenerator<T, void>): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}

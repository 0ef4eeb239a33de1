/**
 * In what a model wrote, shorter ones would hit ordinary words (`none`, `1234`); no provider gives such, but servers of
 * one's own take them. In what is said of a failure a word too many that is hidden harms nobody.
 */
const shortest = { answer: 8, failure: 4 };

/** The key as it may be written: plainly, inside JSON, inside an address. None for what is no key. */
export const formsOf = (key: string | undefined): string[] => formsFrom(key, shortest.answer);

/** The same in what is said of a failure. */
export const formsInFailure = (key: string | undefined): string[] => formsFrom(key, shortest.failure);

function formsFrom(key: string | undefined, least: number): string[] {
  if (key === undefined || key.length < least) return [];
  return [...new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)])];
}

export const hideForms = (text: string, forms: readonly string[]): string =>
  forms.reduce((rest, form) => rest.replaceAll(form, "[hidden]"), text);

/** Hides a key in a text that comes in pieces, wherever they were cut: what may be its beginning waits for more. */
export function createKeyHider(forms: readonly string[]) {
  let held = "";
  return {
    /** What can be passed on now. */
    add(piece: string): string {
      const text = hideForms(held + piece, forms);
      const kept = Math.max(0, ...forms.map((form) => beginningAtEnd(text, form)));
      held = text.slice(text.length - kept);
      return text.slice(0, text.length - kept);
    },
    /** What was waiting when nothing more came. */
    rest(): string {
      const text = held;
      held = "";
      return text;
    },
  };
}

/** How many characters at the end of a text might be the beginning of a key whose rest is still to come. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

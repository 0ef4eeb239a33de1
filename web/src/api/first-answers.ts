let answers: Map<string, unknown> | undefined;

/** The answers for the first page, by URL. The server embedded them in the document. */
function firstAnswers(): Map<string, unknown> {
  answers ??= new Map(Object.entries(JSON.parse(document.getElementById("first-answers")?.textContent || "{}")));
  return answers;
}

/** The URLs whose embedded answers have not been used yet. */
export const firstAddresses = (): string[] => [...firstAnswers().keys()];

/** Takes the embedded answer for a URL, which can be used only once. */
export function takeFirstAnswer(path: string): { value: unknown } | undefined {
  const found = firstAnswers();
  if (!found.has(path)) return undefined;
  const value = found.get(path);
  found.delete(path);
  return { value };
}

/** The number of the newest event when the server read the embedded answers. The event stream continues from there. */
export function firstEvent(): number | null {
  const seq = firstAnswers().get("/api/events");
  return typeof seq === "number" ? seq : null;
}

/** Drops the unused answers. Called before the event stream is opened, because events may outdate the answers. */
export const forgetFirstAnswers = (): void => firstAnswers().clear();

let answers: Map<string, unknown> | undefined;

/** What the server sent along with the document, so that the first page need not ask: by address. */
function firstAnswers(): Map<string, unknown> {
  answers ??= new Map(Object.entries(JSON.parse(document.getElementById("first-answers")?.textContent || "{}")));
  return answers;
}

/** The addresses whose answers came with the document and were not taken yet. */
export const firstAddresses = (): string[] => [...firstAnswers().keys()];

/** The answer that came with the document, for the first that asks. */
export function takeFirstAnswer(path: string): { value: unknown } | undefined {
  const found = firstAnswers();
  if (!found.has(path)) return undefined;
  const value = found.get(path);
  found.delete(path);
  return { value };
}

/** The newest event when the server began to read those answers: the event stream goes on from there. */
export function firstEvent(): number | null {
  const seq = firstAnswers().get("/api/events");
  return typeof seq === "number" ? seq : null;
}

/** From now on events tell what changes: an answer that nobody has taken would miss them. */
export const forgetFirstAnswers = (): void => firstAnswers().clear();

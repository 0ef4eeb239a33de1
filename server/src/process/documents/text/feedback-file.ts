/** Feedback on one stage: `title` and `path` name the document it is about, and are null for the stage itself. */
type Said = { title: string | null; path: string | null; text: string };

/** The feedback on a stage and its documents, verbatim, the stage first. The same rows make the same bytes. */
export function feedbackFile({ stageName, said }: { stageName: string; said: readonly Said[] }): string {
  const ofStage = said.filter((one) => one.title === null).map((one) => one.text.trimEnd());
  const ofDocuments = said
    .filter((one) => one.title !== null)
    .flatMap((one) => [`## On ${one.title}`, `File: \`${one.path}\``, one.text.trimEnd()]);
  return `${[`# Feedback on ${stageName}`, ...ofStage, ...ofDocuments].join("\n\n")}\n`;
}

import { type AsOf, feedbackOf, type SourceText, sourceTexts } from "#documents";
import type { Tx } from "#platform";
import type { PromptDocument, PromptFeedback } from "#prompts";
import type { Process } from "#recipes";
import { standInsOf } from "../../combining/read-combined.ts";
import { type PromptContext, promptDocuments } from "../../contributions/prompt-context.ts";
import { arrangeFeedback } from "./arrange-feedback.ts";

/** The documents of a prompt, each with the feedback on it, and the other feedback that concerns the call. */
export async function promptFeedback(
  db: Tx,
  input: {
    context: PromptContext & { process: Process };
    texts: readonly SourceText[];
    asOf: AsOf;
    rewrites: string | null;
  },
): Promise<{ documents: PromptDocument[]; feedback: PromptFeedback[] }> {
  const { context, texts, asOf, rewrites } = input;
  const arranged = arrangeFeedback(await feedbackOf(db, { sessionId: context.session.id, asOf }), {
    stages: context.process.stages.map((stage) => stage.key),
    stage: context.stage.key,
    iteration: context.session.iteration,
    documents: texts.map((text) => text.id),
    rewrites,
  });
  const beside = texts.map((text) => arranged.beside.get(text.id));
  const documents = promptDocuments(context, texts).map((one, index) => ({ ...one, feedback: beside[index] }));
  const elsewhere = await sourceTexts(
    db,
    arranged.elsewhere.map((one) => one.id),
    { asOf },
  );
  const labels = promptDocuments(context, elsewhere).map((document) => document.label);
  const standIns = standInsOf(texts);
  const where = elsewhere.map(({ id }) => {
    const place = texts.findIndex((text) => text.id === standIns.get(id));
    return place < 0 ? "which is not shown here" : `which is part of ${documents[place]?.id}`;
  });
  const nameOf = (key: string) => context.process.stages.find((stage) => stage.key === key)?.name ?? key;
  const feedback = [
    ...arranged.onStages.map(({ stage, text }) => ({ about: `the stage ${nameOf(stage)}`, text })),
    ...arranged.elsewhere.map(({ text }, index) => ({ about: `${labels[index]}, ${where[index]}`, text })),
    ...arranged.onReplaced.map((text) => ({ about: "the earlier text that yours replaces", text })),
  ];
  return { documents, feedback };
}

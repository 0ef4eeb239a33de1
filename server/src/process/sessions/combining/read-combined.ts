import type { ContributionId } from "@dialectic/contract";
import type { AsOf, SourceText } from "#documents";
import type { Tx } from "#platform";
import type { PromptDocument } from "#prompts";
import { promptFacts } from "#review";
import { type PromptContext, promptDocuments } from "../contributions/prompt-context.ts";
import type { Besides } from "../contributions/writing.ts";
import type { StageWork } from "../stages/load-stage-work.ts";
import type { Part } from "./parts.ts";

/** The documents of a combining call, each cut to the range that the call reads. */
export function partsToRead(
  context: PromptContext,
  texts: readonly SourceText[],
  parts: readonly Part[],
): PromptDocument[] {
  const named = promptDocuments(
    context,
    texts.map((text) => cut(text, parts)),
  );
  return named.map((document, index) => {
    const text = texts[index];
    const part = parts.find((one) => one.id === text?.id);
    const isWhole = !part || (part.from === 0 && part.to >= (text?.markdown.length ?? 0));
    return isWhole ? document : { ...document, label: `${document.label}, a part of it` };
  });
}

function cut(text: SourceText, parts: readonly Part[]): SourceText {
  const part = parts.find((one) => one.id === text.id);
  if (!part) return text;
  return { ...text, markdown: headingBefore(text.markdown, part.from) + text.markdown.slice(part.from, part.to) };
}

/** The heading of the artifact in which a range begins. */
function headingBefore(markdown: string, at: number): string {
  if (at === 0 || /^# /.test(markdown.slice(at))) return "";
  const heading = [...markdown.slice(0, at).matchAll(/^# .+$/gm)].at(-1)?.[0];
  return heading ? `${heading}\n\n` : "";
}

/** A combining prompt states the facts, and nothing else besides its documents. */
export const factsOnly = async (db: Tx, { work, asOf }: { work: StageWork; asOf: AsOf }): Promise<Besides> => ({
  ...{ claims: [], contested: [], answers: [] },
  facts: await promptFacts(db, { sessionId: work.session.id, asOf }),
});

/** Maps each document to the combined text that replaces it in a prompt. */
export const standInsOf = (
  texts: readonly Pick<SourceText, "id" | "combines">[],
): ReadonlyMap<ContributionId, ContributionId> =>
  new Map(texts.flatMap(({ id, combines }) => combines.map((one) => [one.id, id] as const)));

import { type ComposedBundle, composeBundle, normalizeText, type SectionText } from "./compose-bundle.ts";
import type { Range } from "./sections.ts";

export type QuickAnswer = "YES" | "NO" | "IDK" | "IRRELEVANT";
export type WorkStage = "ideation" | "planning" | "solutioning";
export type BundleScope = "project" | "item" | "multiItem";

export type BundleItem = { id: string; name: string };
export type BundleQuestion = { id: string; text: string };
export type BundleAnswer = { questionId: string; quick?: QuickAnswer | undefined; text: string };

export type BundleInput = {
  bundleId: string;
  workStage: WorkStage;
  scope: BundleScope;
  items: readonly BundleItem[];
  selectedItemIds: readonly string[];
  at: Date;
  questions: readonly BundleQuestion[];
  answers: readonly BundleAnswer[];
  chat: string;
  agentOutput: string;
};

/** The text of one turn. The same input always gives the same text. */
export function buildBundle(input: BundleInput): ComposedBundle {
  return composeBundle({
    TURN_META: { text: describeTurn(input) },
    STRUCTURED_QUESTIONS: { text: input.questions.map(describeQuestion).join("\n") },
    USER_ANSWERS: listAnswers(input.answers),
    FREE_CHAT: { text: normalizeText(input.chat) },
    AGENT_OUTPUT: { text: normalizeText(input.agentOutput) },
  });
}

function describeTurn({ bundleId, workStage, scope, items, selectedItemIds, at }: BundleInput): string {
  return normalizeText(
    [
      `bundleId=${bundleId}`,
      `stage=${workStage}`,
      `scope=${scope}`,
      `itemRefs=${JSON.stringify(items.map(({ id, name }) => ({ id, name })))}`,
      `selectedItemIds=${JSON.stringify(selectedItemIds)}`,
      `timestamp=${at.toISOString()}`,
    ].join("\n"),
  );
}

function describeQuestion({ id, text }: BundleQuestion, index: number): string {
  return `Q${index + 1}(id=${id}): ${normalizeText(text)}`;
}

/** `parts` covers the quick answer and the text of each answer, but not the labels, which the program adds. */
function listAnswers(answers: readonly BundleAnswer[]): SectionText {
  const parts: Range[] = [];
  let text = "";
  const add = (words: string) => {
    parts.push({ start: text.length, end: text.length + words.length });
    text += words;
  };
  for (const [index, { questionId, quick, text: words }] of answers.entries()) {
    text += `${index === 0 ? "" : "\n"}A${index + 1}(qId=${questionId}):`;
    if (quick) {
      text += " quick=";
      add(quick);
    }
    text += ' text="';
    add(normalizeText(words));
    text += '"';
  }
  return { text, parts };
}

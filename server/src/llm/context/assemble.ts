import type { Ingredients, PromptMessage, PromptText, ResourceDocument } from "./ingredients.ts";

/**
 * Every prompt that is sent is assembled here. Documents are in the first user message, between the preamble and the message's
 * text, so that every call of a chain begins with the same bytes.
 */
export function assemble(ingredients: Ingredients): PromptText {
  const { systemInstruction, conversationHistory, currentUserPrompt } = ingredients;
  const spoken: PromptMessage[] = [
    ...conversationHistory.map(({ role, content }) => ({ role, content })),
    { role: "user", content: currentUserPrompt },
  ];
  const first = spoken.findIndex(({ role }) => role === "user");
  const messages = spoken.map((message, index) =>
    index === first ? { ...message, content: firstContent(ingredients, message.content) } : message,
  );
  return { instructions: systemInstruction, messages };
}

const firstContent = ({ preamble = "", resourceDocuments }: Ingredients, text: string): string =>
  [preamble, ...resourceDocuments.map(whole), text].filter((part) => part !== "").join("\n\n");

const whole = ({ before = "", text, after = "" }: ResourceDocument): string => `${before}${text}${after}`;

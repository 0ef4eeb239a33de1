/** The parts of a prompt, as one value, before fitting. */
export type Ingredients = {
  systemInstruction: string;
  /** The text before the documents in the first user message (request, facts, answers). Never shortened. */
  preamble?: string | undefined;
  conversationHistory: readonly HistoryMessage[];
  resourceDocuments: readonly ResourceDocument[];
  currentUserPrompt: string;
};

export type HistoryMessage = { id: string; role: "user" | "assistant"; content: string };

export type ResourceDocument = {
  id: string;
  /** The document's name in the receipt. */
  label?: string | undefined;
  text: string;
  /** The document's weight in the recipe, from 0 to 1; 1 when absent. */
  relevance?: number | undefined;
  isProtected?: boolean | undefined;
  /** The text right before and after the document (fence lines, feedback on it). Never shortened. */
  before?: string | undefined;
  after?: string | undefined;
};

export type PromptMessage = { role: "user" | "assistant"; content: string };
export type PromptText = { instructions: string; messages: PromptMessage[] };

/** What a call is made of, as one value, before it is decided what of it fits. */
export type Ingredients = {
  systemInstruction: string;
  /** What stands before the documents in the first user message (request, facts, answers). Never shortened. */
  preamble?: string | undefined;
  conversationHistory: readonly HistoryMessage[];
  resourceDocuments: readonly ResourceDocument[];
  currentUserPrompt: string;
};

export type HistoryMessage = { id: string; role: "user" | "assistant"; content: string };

export type ResourceDocument = {
  id: string;
  /** What a reader of the receipt knows it by. */
  label?: string | undefined;
  text: string;
  /** How much the recipe wants it, from 0 to 1; 1 when absent. */
  relevance?: number | undefined;
  isProtected?: boolean | undefined;
  /** What stands right before and after the text (fence lines, what people said about it). Never shortened. */
  before?: string | undefined;
  after?: string | undefined;
};

export type PromptMessage = { role: "user" | "assistant"; content: string };
export type PromptText = { instructions: string; messages: PromptMessage[] };

import type { PromptDocument } from "../assemble-prompt.ts";
import { fence } from "./fence.ts";
import { answerLines } from "./numbered-lines.ts";

/** Documents in fences, each with the feedback on it and its answers, for texts that are not built by `assemblePrompt`. */
export const fenceDocuments = (nonce: string, documents: readonly PromptDocument[]): string =>
  documents
    .flatMap(({ id, kind, label, text, feedback = "", answers = [] }) => {
      const about = { about: id };
      const beside = [
        { name: "feedback", text: feedback, attributes: about },
        { name: "answers", text: answerLines(answers), attributes: about },
      ].filter((section) => section.text.trim() !== "");
      return [{ name: "document", text, attributes: { id, kind, label } }, ...beside];
    })
    .map((section) => fence({ ...section, nonce }))
    .join("\n\n");

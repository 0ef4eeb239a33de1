import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { quoted } from "../text/phrasing.ts";

export type ToolAnswer = { name: string; text: string };

/** What tools answered since somebody last asked for something. */
export function toolResultsIn(prompt: LanguageModelV4Prompt): ToolAnswer[] {
  const asked = prompt.findLastIndex((message) => message.role === "user");
  return prompt.slice(asked + 1).flatMap((message) =>
    message.role !== "tool"
      ? []
      : message.content.flatMap((part) => {
          if (part.type !== "tool-result") return [];
          const { output } = part;
          const text = output.type === "text" || output.type === "error-text" ? output.value : JSON.stringify(output);
          return { name: part.toolName, text };
        }),
  );
}

/** What a rehearsal model makes of them: it says who answered what, word for word. */
export function reportResults(results: readonly ToolAnswer[]): string {
  const lines = results.map(({ name, text }) => `- \`${name}\` answered ${quoted(text.trim())}`);
  return `*A rehearsal model answers here, offline.*\n\nThis is what the tools found:\n\n${lines.join("\n")}\n`;
}

import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { quoted } from "../text/phrasing.ts";

export type ToolAnswer = { name: string; text: string };

/** The tool results since the user's last message. */
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

/** A rehearsal model's answer from tool results: it quotes each of them. */
export function reportResults(results: readonly ToolAnswer[]): string {
  const lines = results.map(({ name, text }) => `- \`${name}\` answered ${quoted(text.trim())}`);
  return `*A rehearsal model answers here, offline.*\n\nThis is what the tools found:\n\n${lines.join("\n")}\n`;
}

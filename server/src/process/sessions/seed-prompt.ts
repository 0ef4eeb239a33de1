import { firstMessage, type PromptScene } from "./build-prompt.ts";

/** What the calls of a stage start from, as one readable text: the instructions, the request, and the task of each step. */
export function seedPrompt(work: PromptScene): string {
  const prompts = work.stage.recipe.steps.map((step) => firstMessage(work, step, []).user);
  return `${[work.stage.recipe.instructions, ...prompts].join("\n\n")}\n`;
}

import { type FittedPrompt, NewFit } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readText } from "../../input/read-text.ts";
import { describeReceipt } from "../../output/texts/describe-receipt.ts";
import type { Start } from "../../start-command.ts";

const tokens = z.coerce.number().pipe(NewFit.shape.contextWindow.unwrap());

export function contextCommands(program: Command, start: Start): void {
  const context = addNoun(program, "context", "Context: how prompts are fitted into a model's window.");

  addCommand(
    context,
    "fit <file>",
    "Fits a prompt (a JSON file; “-” reads stdin) into a context window and shows what would be sent. Calls no model.",
  )
    .addHelpText("after", example)
    .option("--window <tokens>", "size of the window (default: the model's)")
    .option("--model <id>", "model whose tokenizer is used for counting", "rehearsal/atlas")
    .option(
      "--output <tokens>",
      "tokens reserved for the answer (default: a quarter of the window, at most the model's limit)",
    )
    .action(
      start(
        { window: tokens.optional(), model: z.string(), output: tokens.optional() },
        async (cli, { window: contextWindow, model, output: maxOutputTokens }, file = "-") => {
          const body = readFit(await readText(file), { contextWindow, model, maxOutputTokens });
          await using link = await connect(cli);
          const fitted = await link.client.fitContext({ body });
          cli.print(fitted, () => describe(fitted), { verbatim: true });
        },
      ),
    );
}

const example = `
The file. Only currentUserPrompt is required; documents and history may be shortened, the rest is sent whole:
  {
    "systemInstruction": "You plan gardens.",
    "conversationHistory": [{ "id": "m1", "role": "user", "content": "What first?" }],
    "resourceDocuments": [{ "id": "notes", "label": "Notes", "text": "…", "relevance": 0.8 }],
    "currentUserPrompt": "Plan the hedge."
  }`;

function readFit({ text, what }: { text: string; what: string }, given: object): z.output<typeof NewFit> {
  let ingredients: unknown;
  try {
    ingredients = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : "";
    throw new AppError("invalid_input", `${what} is not valid JSON: ${why}.`, { cause: error });
  }
  const read = NewFit.safeParse({ ingredients, ...given });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.slice(1).join(".");
  throw new AppError("invalid_input", `${what}: ${path ? `${path}: ` : ""}${issue?.message}.`);
}

function describe({ instructions, messages, tokens: count, receipt }: FittedPrompt): string {
  const sent = [{ role: "instructions", content: instructions }, ...messages];
  return [
    ...sent.map(({ role, content }) => `===== ${role} =====\n${content}\n`),
    receipt
      ? `${describeReceipt(receipt)}\n\nAdd --json to see what was left out.`
      : `Everything fits: ${count} tokens.`,
  ].join("\n");
}

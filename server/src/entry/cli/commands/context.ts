import { type FittedPrompt, NewFit } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { readText } from "../input/read-text.ts";
import { describeReceipt } from "../output/describe-receipt.ts";
import type { Start } from "../start-command.ts";

const tokens = z.coerce.number().pipe(NewFit.shape.contextWindow.unwrap());

export function contextCommands(program: Command, start: Start): void {
  const context = addNoun(program, "context", "Context: what of a prompt a model's window holds.");

  addCommand(
    context,
    "fit <file>",
    "Fits the ingredients of a prompt (JSON; - reads stdin) into a window and shows what would be sent. Calls no model.",
  )
    .addHelpText("after", example)
    .option("--window <tokens>", "how many tokens it holds (else the model's own)")
    .option("--model <id>", "by whose tokens it is counted", "rehearsal/atlas")
    .option("--output <tokens>", "how many are left for the answer (else a quarter, at most the model's own cap)")
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
The file, of which only currentUserPrompt is needed; documents and history are shortened, the rest is sent whole:
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
    throw new AppError("invalid_input", `${what} is no JSON: ${why}.`, { cause: error });
  }
  const read = NewFit.safeParse({ ingredients, ...given });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.slice(1).join(".");
  throw new AppError("invalid_input", `${what}: ${path ? `${path}: ` : ""}${issue?.message}.`);
}

function describe({ instructions, messages, tokens: count, receipt }: FittedPrompt): string {
  const said = [{ role: "instructions", content: instructions }, ...messages];
  return [
    ...said.map(({ role, content }) => `===== ${role} =====\n${content}\n`),
    receipt
      ? `${describeReceipt(receipt)}\n\nAdd --json to read what was left out.`
      : `All of it fits: ${count} tokens.`,
  ].join("\n");
}

import { randomUUID } from "node:crypto";
import { QuickAnswer } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { inProject } from "../../input/in-project.ts";
import { describeFacts } from "../../output/texts/describe-facts.ts";
import { describeQuestionList } from "../../output/texts/describe-questions.ts";
import type { Start } from "../../start-command.ts";

const turnOptions = {
  item: z.string().optional(),
  also: z.string().default(""),
  chat: z.string().default(""),
  turn: z.string().min(1).max(200).optional(),
};
type Answer = { question: string; text: string; quick?: QuickAnswer };

/** Commands about the questions of a project and their answers. Answers that are given together are one turn. */
export function questionsCommands(program: Command, start: Start): void {
  const questions = addCommand(
    program,
    "questions",
    "Questions about missing and contradictory facts of a project, and your answers.",
  );

  addCommand(questions, "list <project>", "Lists open questions, the most important first.", {
    isDefault: true,
  }).action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.listKeyQuestions({ params: { projectId } });
        cli.print(found, () => describeQuestionList(found.items));
      });
    }),
  );

  addCommand(
    questions,
    "answer <project> <question> <text...>",
    "Answers a question, by its key or number. YES, NO, IDK and IRRELEVANT are quick answers.",
  )
    .option("--item <item>", "for a question about an item: the item, by name or id")
    .option("--also <answers>", "further answers in the same turn, one QUESTION=TEXT per line")
    .option("--chat <text>", "additional text; part of the same turn")
    .option("--turn <key>", "idempotency key of this turn; a turn that is sent again with the same key has no effect")
    .action(
      start(turnOptions, async (cli, { also, ...options }, typed, question = "", text = "") => {
        await give(cli, {
          typed,
          answers: [
            toAnswer(question, text),
            ...also
              .split("\n")
              .filter((line) => line.trim() !== "")
              .map(readAnswer),
          ],
          ...options,
        });
      }),
    );

  const shortcuts = [
    ["defer", "Answers “I do not know” (IDK). From now on, the questions are listed last.", "IDK"],
    ["drop", "Answers “not relevant here” (IRRELEVANT). The questions are not asked again.", "IRRELEVANT"],
  ] as const;
  for (const [verb, about, quick] of shortcuts) {
    addCommand(questions, `${verb} <project> <questions...>`, about).action(
      start({}, async (cli, _options, typed, names = "") => {
        const answers = names.split(/\s+/).map((question) => ({ question, text: "", quick }));
        await give(cli, { typed, answers, chat: "" });
      }),
    );
  }
}

async function give(
  cli: Cli,
  given: {
    typed: string | undefined;
    answers: Answer[];
    chat: string;
    item?: string | undefined;
    turn?: string | undefined;
  },
): Promise<void> {
  const ofItem = given.answers.find(isOfItem);
  if (ofItem && !given.item)
    throw new AppError("invalid_input", `${ofItem.question} is a key for items. Name the item with --item NAME.`);
  await inProject(cli, given.typed, async (client, projectId) => {
    const itemId = given.item && (await client.findItem({ params: { projectId, name: given.item } })).id;
    const answers = given.answers.map((one) => ({ ...one, ...(itemId && isOfItem(one) ? { itemId } : {}) }));
    const body = { turnKey: given.turn ?? randomUUID(), answers, chat: given.chat };
    const done = await client.answerKeys({ params: { projectId }, body });
    const refused = done.run?.stats?.refused ?? 0;
    const note =
      refused === 0 ? "" : `\n${refused} could not be read. To see why, run: dialectic bundles show ${done.bundleId}`;
    cli.print(done, () => `${done.facts.length === 0 ? "Saved." : describeFacts(done.facts)}${note}`);
  });
}

/** True if the answer names a key for items but no item. In ids from the list of questions, the item follows `@`. */
const isOfItem = ({ question }: Answer): boolean => /^item\.[^@]+$/.test(question);

function readAnswer(typed: string): Answer {
  const at = typed.indexOf("=");
  if (at < 1) throw new AppError("invalid_input", `"${typed}" is not an answer: write QUESTION=TEXT.`);
  return toAnswer(typed.slice(0, at), typed.slice(at + 1));
}

function toAnswer(question: string, text: string): Answer {
  const quick = QuickAnswer.safeParse(text);
  return quick.success ? { question, text: "", quick: quick.data } : { question, text };
}

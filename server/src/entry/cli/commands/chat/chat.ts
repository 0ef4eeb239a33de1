import { ConversationId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { createChat } from "../../chat/chat.ts";
import { readVerbosity } from "../../chat/slash-commands.ts";
import { askOnce, talk } from "../../chat/talk.ts";
import { verbosityHelp } from "../../chat/verbosity.ts";
import { connect } from "../../connect/connect.ts";
import { readAmount } from "../../input/read-amount.ts";
import { readRef } from "../../input/read-ref.ts";
import { readText } from "../../input/read-text.ts";
import type { Start } from "../../start-command.ts";

const usualModel = "rehearsal/atlas";

export function chatCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "chat",
    "Chats with a model about a project, its documents and its sessions, or about anything else.",
  )
    .option("-m, --message <text>", "ask this one question and exit; “-” reads it from stdin")
    .option("--project <project>", "project that the chat is about")
    .option("--conversation <id>", "continue this conversation")
    .option("--model <model>", `model (default: the conversation's, else ${usualModel})`)
    .option("--budget <dollars>", "maximum cost of each question (default: $2.00)")
    .option("--verbosity <level>", `what is shown in addition to the answer: ${verbosityHelp}`, "0")
    .action(
      start(
        {
          message: z.string().optional(),
          project: z.string().optional(),
          conversation: ConversationId.optional(),
          model: z.string().optional(),
          budget: z.string().optional(),
          verbosity: z.string().default("0"),
        },
        async (cli, options) => {
          const verbosity = readVerbosity(options.verbosity);
          const budget = options.budget === undefined ? undefined : readAmount(options.budget);
          const project = options.project === undefined ? undefined : readRef("project", options.project);
          const isPiped = !process.stdin.isTTY;
          const text = await readQuestion(options.message, isPiped);
          if (text === undefined && cli.json) {
            throw new AppError("invalid_input", "--json needs one question: give it with -m or on stdin.");
          }
          await using link = await connect(cli, { work: text === undefined });
          const { conversation: conversationId } = options;
          const known = conversationId && (await link.client.getConversation({ params: { conversationId } }));
          const model = options.model ?? (known ? known.model : usualModel);
          const projectId = (await project?.(link.client)) ?? (known ? (known.projectId ?? undefined) : undefined);
          const chat = createChat(cli, {
            ...{ link, model, verbosity, budget, projectId, conversationId, isOneShot: text !== undefined },
          });
          await (text === undefined ? talk(cli, chat) : askOnce(cli, chat, text));
        },
      ),
    );
}

/** Undefined if a person types questions at a terminal. */
async function readQuestion(message: string | undefined, isPiped: boolean): Promise<string | undefined> {
  if (message !== undefined && message !== "-") return message;
  if (message === undefined && !isPiped) return undefined;
  return (await readText("-")).text;
}

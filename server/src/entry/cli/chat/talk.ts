import { createInterface } from "node:readline/promises";
import { isErrorCode } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { explain, FailedWithResult, Interrupted } from "../output/explain.ts";
import type { Chat } from "./chat.ts";
import { keepHistory, readHistory } from "./history.ts";
import { createMessageReader } from "./read-messages.ts";
import { complete, runSlashCommand } from "./slash-commands.ts";

/** Asks one question and prints the answer, or the exchange as JSON, on stdout. Ctrl-C stops the answer. */
export async function askOnce(cli: Cli, chat: Chat, text: string): Promise<void> {
  const onSignal = () => chat.stop() || process.exit(130);
  process.on("SIGINT", onSignal);
  try {
    const exchange = await chat.ask(text);
    const { status, error } = exchange;
    if (status === "aborted")
      throw new Interrupted(`Stopped. The exchange is saved in conversation ${exchange.conversationId}.`);
    if (status === "failed" && error) {
      const code = isErrorCode(error.code) ? error.code : "internal";
      throw new FailedWithResult(new AppError(code, error.message), exchange);
    }
    if (cli.json) cli.print(exchange, () => "");
  } finally {
    process.off("SIGINT", onSignal);
  }
}

/** Reads questions and commands until the user leaves. An error is shown, and the chat continues. */
export async function talk(cli: Cli, chat: Chat): Promise<void> {
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: process.stdin.isTTY,
    history: readHistory(cli.config),
    historySize: 500,
    completer: (line: string) => complete(chat, line),
  });
  let isLeaving = false;
  const messages = createMessageReader(terminal);
  const stop = () => {
    if (chat.stop() || messages.drop()) return;
    isLeaving = true;
    terminal.close();
  };
  // If a line arrives together with Ctrl-C, it is sent first, so that Ctrl-C stops its answer.
  terminal.on("SIGINT", () => setImmediate(stop));
  terminal.on("history", (lines: string[]) => keepHistory(cli.config, lines));
  cli.say(`Talking to ${chat.model}.`);
  cli.say("/help lists the commands. Ctrl-C stops an answer. /exit leaves.");
  for (;;) {
    const message = await messages.next();
    if (message === undefined || isLeaving) {
      process.stderr.write("\n"); // ends the line that shows the prompt
      break;
    }
    const { text, isCommand } = message;
    if (text.trim() === "") continue;
    try {
      if (!isCommand) await chat.ask(text);
      else if (await runSlashCommand(chat, text)) break;
    } catch (error) {
      cli.say(explain(error).sentence);
    }
  }
  terminal.close();
  if (chat.conversationId) {
    cli.say(`Continue later with: ${commandFor(cli.config, `chat --conversation ${chat.conversationId}`)}`);
  }
}

import { createInterface } from "node:readline/promises";
import { isErrorCode } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { explain, FailedWithResult, Interrupted } from "../output/explain.ts";
import type { Chat } from "./chat.ts";
import { keepHistory, readHistory } from "./history.ts";
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
  terminal.on("SIGINT", () => {
    if (chat.stop()) return;
    if (terminal.line !== "") terminal.write(null, { ctrl: true, name: "u" });
    else {
      isLeaving = true;
      terminal.close();
    }
  });
  terminal.on("history", (lines: string[]) => keepHistory(cli.config, lines));
  const lines = terminal[Symbol.asyncIterator]();
  cli.say(`Talking to ${chat.model}.`);
  cli.say("/help lists the commands. Ctrl-C stops an answer. /exit leaves.");
  for (;;) {
    const text = await readMessage(terminal, lines);
    if (text === undefined || isLeaving) break;
    if (text.trim() === "") continue;
    try {
      if (!text.startsWith("/")) await chat.ask(text);
      else if (await runSlashCommand(chat, text)) break;
    } catch (error) {
      cli.say(explain(error).sentence);
    }
  }
  terminal.close();
  if (chat.conversationId) cli.say(`Continue later with: dialectic chat --conversation ${chat.conversationId}`);
}

type Lines = AsyncIterator<string, unknown>;
type Terminal = { setPrompt(prompt: string): void; prompt(): void };

/**
 * Reads a message: one line, several lines if each but the last ends with \, or the lines between two lines of """.
 * Returns undefined at the end of input.
 */
async function readMessage(terminal: Terminal, lines: Lines): Promise<string | undefined> {
  const read = async (prompt: string): Promise<string | undefined> => {
    terminal.setPrompt(prompt);
    terminal.prompt();
    const { value, done } = await lines.next();
    return done ? undefined : value;
  };
  const message: string[] = [];
  let line = await read("> ");
  if (line === undefined) return undefined;
  if (line.trim() === '"""') {
    for (line = await read("… "); line !== undefined && line.trim() !== '"""'; line = await read("… "))
      message.push(line);
    return message.join("\n");
  }
  while (line?.endsWith("\\")) {
    message.push(line.slice(0, -1));
    line = await read("… ");
  }
  return [...message, line ?? ""].join("\n");
}

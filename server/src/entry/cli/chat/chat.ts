import { createInterface } from "node:readline/promises";
import type { Conversation, ConversationId, Exchange, ProjectId } from "@dialectic/contract";
import { isErrorCode } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { explain, FailedWithResult, Interrupted } from "../output/explain.ts";
import { keepHistory, readHistory } from "./history.ts";
import { followExchange, sayEnd } from "./run-turn.ts";
import { complete, runSlashCommand } from "./slash-commands.ts";
import type { Verbosity } from "./verbosity.ts";

/** One chat at a terminal, or one question of a script. */
export type Chat = {
  link: Link;
  model: string;
  verbosity: Verbosity;
  budget: string | undefined;
  projectId: ProjectId | undefined;
  /** Undefined until the first question. */
  conversationId: ConversationId | undefined;
  last: Exchange | undefined;
  say(line: string): void;
  conversation(): Promise<Conversation | undefined>;
  /** Asks, shows the answer and what it cost. */
  ask(text: string): Promise<Exchange>;
  follow(starting: Promise<Exchange>): Promise<Exchange>;
  /** Stops the answer that is coming; false: none is. */
  stop(): boolean;
};

const longestTitle = 80;

export function createChat(
  cli: Cli,
  given: Pick<Chat, "link" | "model" | "verbosity" | "budget" | "projectId" | "conversationId">,
): Chat {
  const { link } = given;
  let running: Exchange | undefined;
  const chat: Chat = {
    ...given,
    last: undefined,
    say: cli.say,
    async conversation() {
      const { conversationId } = chat;
      return conversationId && link.client.getConversation({ params: { conversationId } });
    },
    async ask(text) {
      chat.conversationId ??= await begin(chat, text);
      const { conversationId, model, budget } = chat;
      return chat.follow(link.client.startExchange({ params: { conversationId }, body: { text, model, budget } }));
    },
    async follow(starting) {
      running = await starting;
      try {
        const write = cli.json ? null : (text: string) => void process.stdout.write(text);
        chat.last = await followExchange(link, running, { verbosity: chat.verbosity, write, say: cli.say });
      } finally {
        running = undefined;
      }
      sayEnd(chat.last, cli.say);
      return chat.last;
    },
    stop() {
      if (!running) return false;
      void link.client.abortExchange({ params: { exchangeId: running.id } }).catch(() => undefined); // its stream tells the end
      return true;
    },
  };
  return chat;
}

async function begin({ link, model, projectId }: Chat, text: string): Promise<ConversationId> {
  const title = text.trim().split("\n", 1)[0]?.slice(0, longestTitle).toWellFormed() || undefined;
  return (await link.client.createConversation({ body: { model, projectId, title } })).id;
}

/** One question: the answer on stdout, or the exchange as JSON. Ctrl-C stops it. */
export async function askOnce(cli: Cli, chat: Chat, text: string): Promise<void> {
  const onSignal = () => chat.stop() || process.exit(130);
  process.on("SIGINT", onSignal);
  try {
    const exchange = await chat.ask(text);
    const { status, error } = exchange;
    if (status === "aborted")
      throw new Interrupted(`Stopped. The exchange is on record in conversation ${exchange.conversationId}.`);
    if (status === "failed" && error) {
      const code = isErrorCode(error.code) ? error.code : "internal";
      throw new FailedWithResult(new AppError(code, error.message), exchange);
    }
    if (cli.json) cli.print(exchange, () => "");
  } finally {
    process.off("SIGINT", onSignal);
  }
}

/** Questions and commands until the user leaves. What goes wrong is told, and the chat goes on. */
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
  cli.say(`Talking to ${chat.model}. /help shows the commands, Ctrl-C stops an answer, /exit leaves.`);
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
  if (chat.conversationId) cli.say(`Go on later with: dialectic chat --conversation ${chat.conversationId}`);
}

type Lines = AsyncIterator<string, unknown>;
type Terminal = { setPrompt(prompt: string): void; prompt(): void };

/** A message: one line, lines that end with \, or everything between two lines of three quotes. Undefined: the end. */
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

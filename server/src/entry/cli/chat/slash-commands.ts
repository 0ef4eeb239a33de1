import type { Exchange, ProjectId } from "@dialectic/contract";
import { AppError, nearest } from "#platform";
import { formOf, saveConversations } from "../commands/chat/chat-export.ts";
import { describeMigration } from "../commands/chat/migrate-exchanges.ts";
import { saveBackup } from "../commands/installation/backup.ts";
import { shortDollars } from "../output/dollars.ts";
import { describeFacts, describeWhy } from "../output/texts/describe-facts.ts";
import type { Chat } from "./chat.ts";
import { verbosityLevels } from "./verbosity.ts";

type SlashCommand = {
  name: string;
  usage?: string;
  about: string;
  run(chat: Chat, argument: string): Promise<void>;
  /** Set if the chat ends after this command. */
  isEnd?: true;
  /** The values that may be typed after the name, for completion. */
  complete?(chat: Chat): Promise<string[]>;
};

/** Every command of the chat, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: "help",
    about: "lists these commands",
    async run({ say }) {
      for (const { name, usage = "", about } of slashCommands) say(helpLine(`/${name} ${usage}`, about));
      for (const [level, { about }] of verbosityLevels.entries()) say(helpLine(`  verbosity ${level}`, about));
      say(
        helpLine("several lines", 'paste them, end a line with \\ to continue it, or type """ before and after them'),
      );
      say(helpLine("Ctrl-C", "stops an answer, clears what you type, or leaves from an empty line"));
      say(helpLine("Tab, ↑", "complete a command; bring back what you typed, even in earlier chats"));
    },
  },
  {
    name: "info",
    about: "shows this conversation",
    async run(chat) {
      const conversation = await chat.conversation();
      if (!conversation) return chat.say(`A new conversation with ${chat.model}.`);
      const { id, title, exchanges, messages, projectId } = conversation;
      chat.say(
        `${title} (${id}), ${exchanges} exchanges, ${messages} messages${projectId ? `, project ${projectId}` : ""}`,
      );
      chat.say(`model ${chat.model}, verbosity ${chat.verbosity}`);
    },
  },
  {
    name: "model",
    usage: "[id]",
    about: "shows the model, or changes it for the questions that follow",
    async run(chat, argument) {
      if (argument !== "") {
        const { why } = await chat.link.client.getModel({ query: { id: argument } });
        if (why !== null) throw new AppError("model_not_ready", why);
        chat.model = argument;
      }
      chat.say(`model ${chat.model}`);
    },
    complete: async ({ link }) =>
      (await link.client.listModels()).items.filter(({ ready }) => ready).map(({ id }) => id),
  },
  {
    name: "verbosity",
    usage: "[0-4]",
    about: "shows or sets what is printed in addition to the answer",
    async run(chat, argument) {
      if (argument !== "") chat.verbosity = readVerbosity(argument);
      chat.say(`verbosity ${chat.verbosity}: ${verbosityLevels[chat.verbosity]?.about}`);
    },
    complete: async () => verbosityLevels.map((_, level) => String(level)),
  },
  {
    name: "tools",
    about: "lists the tools that the model may call",
    async run({ link, say }) {
      for (const { name, description, effects } of (await link.client.listChatTools()).items) {
        say(`${name}${effects === "asks" ? " (asks you first)" : ""}: ${description}`);
      }
    },
  },
  {
    name: "facts",
    about: "lists the facts of the project",
    async run(chat) {
      const params = { projectId: projectOf(chat) };
      chat.say(describeFacts((await chat.link.client.listFacts({ params, query: { limit: 200 } })).items));
    },
  },
  {
    name: "why",
    usage: "<F3 | C14>",
    about: "shows where a fact comes from, or what became of a claim",
    async run(chat, name) {
      const { client } = chat.link;
      const projectId = projectOf(chat);
      if (/^F\d+$/i.test(name)) {
        const { id } = await client.findFact({ params: { projectId, name } });
        return chat.say(describeWhy(await client.whyFact({ params: { factId: id } })));
      }
      if (!/^C\d+$/i.test(name)) throw new AppError("invalid_input", "Name a fact or a claim: /why F3, /why C14.");
      const [session] = (await client.listSessions({ params: { projectId }, query: { limit: 1 } })).items;
      const claims = session ? (await client.getClaims({ params: { sessionId: session.id } })).items : [];
      const claim = claims.find(({ id }) => id === name.toUpperCase());
      if (!claim) throw new AppError("not_found", `The newest session has no claim ${name.toUpperCase()}.`);
      chat.say(`${claim.id}  ${claim.text}`);
      for (const { model, verdict, because } of claim.verdicts) chat.say(`${model}: ${verdict}. ${because}`);
      if (claim.verdicts.length === 0) chat.say("No synthesis has judged it yet.");
    },
  },
  {
    name: "cost",
    about: "shows what this conversation has cost",
    async run(chat) {
      chat.say(shortDollars((await chat.conversation())?.spend ?? "0"));
    },
  },
  {
    name: "search",
    usage: "<words>",
    about: "searches your conversations",
    async run({ link, say }, q) {
      if (q === "") throw new AppError("invalid_input", "Say what to search for: /search <words>.");
      const { items } = await link.client.searchConversations({ query: { q } });
      if (items.length === 0) say("Nothing found.");
      for (const { title, number, role, text } of items) say(`${title} ${number}, ${role}: ${text.slice(0, 200)}`);
    },
  },
  {
    name: "retry",
    about: "asks the last question again",
    async run(chat) {
      const last = chat.last ?? (await newest(chat));
      if (!last) throw new AppError("invalid_input", "Nothing was asked in this conversation yet.");
      await chat.follow(
        chat.link.client.retryExchange({
          params: { exchangeId: last.id },
          body: { model: chat.model, budget: chat.budget },
        }),
      );
    },
  },
  {
    name: "fork",
    usage: "[number]",
    about: "continues in a copy of the conversation, up to this exchange",
    async run(chat, argument) {
      const conversation = await chat.conversation();
      if (!conversation) throw new AppError("invalid_input", "There is nothing to fork yet.");
      const upTo = argument === "" ? undefined : Number(argument);
      if (upTo !== undefined && !Number.isInteger(upTo))
        throw new AppError("invalid_input", `"${argument}" is not the number of an exchange.`);
      const fork = await chat.link.client.forkConversation({
        params: { conversationId: conversation.id },
        body: { upTo },
      });
      chat.conversationId = fork.id;
      chat.last = undefined;
      chat.say(`Now in ${fork.title} (${fork.id}), with ${fork.exchanges} exchanges.`);
    },
  },
  {
    name: "confirm",
    usage: "[n]",
    about: "carries out what the model proposed",
    run: (chat, n) => decide(chat, n, "confirmAction"),
  },
  {
    name: "decline",
    usage: "[n]",
    about: "declines what the model proposed",
    run: (chat, n) => decide(chat, n, "declineAction"),
  },
  {
    name: "export",
    usage: "<file>",
    about: "saves the conversation as JSON, which chat-import can read, or as Markdown if the file name ends in .md",
    async run(chat, file) {
      if (file === "") throw new AppError("invalid_input", "Name the file: /export <file>.");
      const conversation = await chat.conversation();
      if (!conversation) throw new AppError("invalid_input", "There is nothing to export yet.");
      const saved = await saveConversations(chat.link, { file, conversations: [conversation], form: formOf(file) });
      chat.say(`Wrote ${conversation.exchanges} exchanges to ${saved.file}.`);
    },
  },
  {
    name: "backup",
    usage: "<file>",
    about: "backs up the whole data folder",
    async run(chat, file) {
      if (file === "") throw new AppError("invalid_input", "Name the file: /backup <file>.");
      const saved = await saveBackup(chat.link, file);
      chat.say(`${saved.file}: ${saved.files} files, verified. It contains your provider keys.`);
    },
  },
  {
    name: "migrate-exchanges",
    usage: "[dry-run]",
    about: "groups messages that were imported one by one into exchanges",
    async run({ link, say }, argument) {
      if (!["", "dry-run", "--dry-run"].includes(argument))
        throw new AppError(
          "invalid_input",
          `/migrate-exchanges takes only "dry-run" (count without grouping), not "${argument}".`,
        );
      for (const line of describeMigration(await link.client.migrateExchanges({ body: { dryRun: argument !== "" } })))
        say(line);
    },
    complete: async () => ["dry-run"],
  },
  { name: "exit", about: "leaves the chat; the conversation stays", isEnd: true, run: async () => undefined },
];

const nameWidth = 30;
const narrow = 60;

/**
 * Puts a command's description into a second column, in several lines if it is long, or below the name on a narrow terminal.
 */
function helpLine(name: string, about: string, columns = process.stderr.columns ?? 80): string {
  const indent = columns < narrow ? 4 : nameWidth;
  const lines = [""];
  for (const word of about.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && indent + line.length + 1 + word.length >= columns) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  const column = `\n${" ".repeat(indent)}`;
  return columns < narrow
    ? `${name.trimEnd()}${column}${lines.join(column)}`
    : `${name.padEnd(indent)}${lines.join(column)}`;
}

/** Runs a line that begins with a slash. Returns true if the chat should end. */
export async function runSlashCommand(chat: Chat, line: string): Promise<boolean> {
  const [, name = "", argument = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const command = slashCommands.find((one) => one.name === name);
  if (!command) {
    const meant = nearest(
      name,
      slashCommands.map((one) => one.name),
    );
    const hint = meant ? ` Did you mean /${meant}?` : "";
    throw new AppError("invalid_input", `There is no command /${name}.${hint} /help lists all commands.`);
  }
  if (argument !== "" && command.usage === undefined) {
    throw new AppError("invalid_input", `/${name} takes no arguments, but was given "${argument}". Nothing was done.`);
  }
  await command.run(chat, argument);
  return command.isEnd === true;
}

/** Completion for the Tab key: names of commands, then the values that a command accepts. */
export async function complete(chat: Chat, line: string): Promise<[string[], string]> {
  if (!line.startsWith("/")) return [[], line];
  const [, name = "", argument] = /^\/(\S*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (argument === undefined) {
    return [slashCommands.map((one) => `/${one.name} `).filter((one) => one.startsWith(`/${name}`)), line];
  }
  const options = (await slashCommands.find((one) => one.name === name)?.complete?.(chat)) ?? [];
  return [options.filter((one) => one.startsWith(argument)), argument];
}

export function readVerbosity(text: string): 0 | 1 | 2 | 3 | 4 {
  const level = ([0, 1, 2, 3, 4] as const).find((one) => String(one) === text);
  if (level === undefined) throw new AppError("invalid_input", `The verbosity is a number from 0 to 4, not "${text}".`);
  return level;
}

function projectOf({ projectId }: Chat): ProjectId {
  if (projectId) return projectId;
  throw new AppError(
    "invalid_input",
    "This chat is not about a project. To chat about one, run: dialectic chat --project PROJECT.",
  );
}

async function newest(chat: Chat): Promise<Exchange | undefined> {
  if (!chat.conversationId) return undefined;
  const params = { conversationId: chat.conversationId };
  return (await chat.link.client.listExchanges({ params, query: { limit: 1 } })).items[0];
}

async function decide(chat: Chat, n: string, route: "confirmAction" | "declineAction"): Promise<void> {
  const last = await newest(chat);
  const action = last?.actions[Number(n || "1") - 1];
  if (!action) throw new AppError("invalid_input", "The last answer proposed no action with this number.");
  const { status, outcome } = await chat.link.client[route]({ params: { actionId: action.id } });
  chat.say(outcome ?? `The proposal was ${status}.`);
}

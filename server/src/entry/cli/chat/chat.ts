import type { Conversation, ConversationId, Exchange, ProjectId } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { followExchange, sayEnd } from "./follow-exchange.ts";
import type { Verbosity } from "./verbosity.ts";

/** An interactive chat at a terminal, or a single question from a script. */
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
  /** Sends the text to the model, prints the answer and its cost. */
  ask(text: string): Promise<Exchange>;
  follow(starting: Promise<Exchange>): Promise<Exchange>;
  /** Stops the running answer; returns false if no answer is running. */
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

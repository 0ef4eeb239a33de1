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
  /** True for a single question from a script. If the question fails, the command itself reports the error. */
  isOneShot: boolean;
  /** Undefined until the first question. */
  conversationId: ConversationId | undefined;
  last: Exchange | undefined;
  say(line: string): void;
  conversation(): Promise<Conversation | undefined>;
  /** Sends the text to the model, and prints the answer and its cost. */
  ask(text: string): Promise<Exchange>;
  follow(starting: Promise<Exchange>): Promise<Exchange>;
  /** Stops the running answer; returns false if no answer is running. */
  stop(): boolean;
};

const longestTitle = 80;

export function createChat(
  cli: Cli,
  given: Pick<Chat, "link" | "model" | "verbosity" | "budget" | "projectId" | "conversationId" | "isOneShot">,
): Chat {
  const { link } = given;
  /** The question that is being answered. Its exchange is unknown until the server has recorded the question. */
  let turn: { exchange?: Exchange; isStopped: boolean } | undefined;
  const abort = ({ id }: Exchange) =>
    void link.client.abortExchange({ params: { exchangeId: id } }).catch(() => undefined); // the stream reports the end
  const chat: Chat = {
    ...given,
    last: undefined,
    say: cli.say,
    async conversation() {
      const { conversationId } = chat;
      return conversationId && link.client.getConversation({ params: { conversationId } });
    },
    ask(text) {
      const start = async () => {
        chat.conversationId ??= await begin(chat, text);
        const { conversationId, model, budget } = chat;
        return link.client.startExchange({ params: { conversationId }, body: { text, model, budget } });
      };
      return chat.follow(start());
    },
    async follow(starting) {
      const own: typeof turn = { isStopped: false };
      turn = own;
      try {
        const exchange = await starting;
        own.exchange = exchange;
        if (own.isStopped) abort(exchange);
        const write = cli.json ? null : (text: string) => void process.stdout.write(text);
        chat.last = await followExchange(link, exchange, { verbosity: chat.verbosity, write, say: cli.say });
      } finally {
        turn = undefined;
      }
      sayEnd(chat.last, { say: cli.say, isReported: chat.isOneShot });
      return chat.last;
    },
    stop() {
      if (!turn) return false;
      turn.isStopped = true;
      if (turn.exchange) abort(turn.exchange);
      return true;
    },
  };
  return chat;
}

async function begin({ link, model, projectId }: Chat, text: string): Promise<ConversationId> {
  const title = text.trim().split("\n", 1)[0]?.slice(0, longestTitle).toWellFormed() || undefined;
  return (await link.client.createConversation({ body: { model, projectId, title } })).id;
}

import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import type { z } from "zod";
import type { UserDb } from "#platform";

/** The conversation, exchange and project that a tool acts for. They are read from rows, never from a model's text. */
export type About = { conversationId: ConversationId; exchangeId: ExchangeId; projectId: ProjectId | null };

export type ToolCtx = About & { db: UserDb; signal: AbortSignal };

type Described<Input> = {
  /** Contains only letters, digits, hyphens and underscores. */
  name: string;
  /** Tells the model what the tool does and when to use it. */
  description: string;
  schema: z.ZodType<Input>;
  /**
   * Returns the keys of the data that a call reads or changes. Calls that share no key run in parallel. Absent if the tool
   * reads only data that never changes.
   */
  touches?: (input: Input) => readonly string[];
};

/** A tool that only reads data. It runs as soon as the model calls it. */
type ReadingTool<Input> = Described<Input> & { effects: "none"; run(ctx: ToolCtx, input: Input): Promise<string> };

type Proposal<Input> = {
  summary: string;
  /** The maximum cost of the action; null if it is free. */
  price: bigint | null;
  /**
   * The input with its references resolved: by the time the user confirms, "the newest session" may be a different one.
   */
  input?: Input;
};

/**
 * A tool that changes or spends something. A call only proposes the action, which is performed when the user confirms.
 */
type AskingTool<Input> = Described<Input> & {
  effects: "asks";
  /** Describes the proposed action. Throws if it cannot be done. */
  propose(ctx: ToolCtx, input: Input): Promise<Proposal<Input>>;
  /** Performs the action. Called at most once for each proposal, with the price that the user saw. */
  confirm(ctx: ToolCtx, input: Input, agreed: { price: bigint | null }): Promise<string>;
};

export type ChatTool = ReadingTool<unknown> | AskingTool<unknown>;

/**
 * Defines a tool whose input type is that of its schema. The input is validated here because it comes from a model or a
 * stored row.
 */
export function defineTool<Input>(tool: ReadingTool<Input> | AskingTool<Input>): ChatTool {
  const { name, description, schema } = tool;
  const described = {
    ...{ name, description, schema },
    ...(tool.touches ? { touches: (input: unknown) => tool.touches?.(schema.parse(input)) ?? [] } : {}),
  };
  if (tool.effects === "none") {
    return { ...described, effects: "none", run: (ctx, input) => tool.run(ctx, schema.parse(input)) };
  }
  return {
    ...described,
    effects: "asks",
    propose: (ctx, input) => tool.propose(ctx, schema.parse(input)),
    confirm: (ctx, input, agreed) => tool.confirm(ctx, schema.parse(input), agreed),
  };
}

import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import type { z } from "zod";
import type { UserDb } from "#platform";

/** The conversation, exchange and project that a tool acts for: read from rows, never from a model's text. */
export type About = { conversationId: ConversationId; exchangeId: ExchangeId; projectId: ProjectId | null };

export type ToolCtx = About & { db: UserDb; signal: AbortSignal };

type Described<Input> = {
  /** Letters, digits, hyphens and underscores. */
  name: string;
  /** The tool's effect and when to use it, for the model. */
  description: string;
  schema: z.ZodType<Input>;
  /** Keys of the data that a call reads or changes: calls without a common key run in parallel. Absent: data that never changes. */
  touches?: (input: Input) => readonly string[];
};

/** A tool that only reads: it runs when the model calls it. */
type ReadingTool<Input> = Described<Input> & { effects: "none"; run(ctx: ToolCtx, input: Input): Promise<string> };

type Proposal<Input> = {
  summary: string;
  /** The most it costs; null: nothing. */
  price: bigint | null;
  /** The resolved input to confirm, if the call left something open: "the newest session" may be another one later. */
  input?: Input;
};

/** A tool that changes or spends something: a call proposes it, and it is done when the user confirms. */
type AskingTool<Input> = Described<Input> & {
  effects: "asks";
  /** Describes the proposed action. Throws if it cannot be done. */
  propose(ctx: ToolCtx, input: Input): Promise<Proposal<Input>>;
  /** Does it. Called at most once for each proposal, with the price that the user saw. */
  confirm(ctx: ToolCtx, input: Input, agreed: { price: bigint | null }): Promise<string>;
};

export type ChatTool = ReadingTool<unknown> | AskingTool<unknown>;

/** A tool with its input typed by its schema. A model or a stored row gives the input, so it is validated here again. */
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

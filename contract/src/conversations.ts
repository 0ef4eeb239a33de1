import { z } from "zod";
import { ConversationId, ExchangeId, ProjectId } from "./ids.ts";
import { listOf, listQuery, pageOf, type Route } from "./route.ts";
import { Amount, Moment, Money } from "./values.ts";

export const ExchangeStatus = z.enum(["in_progress", "completed", "failed", "aborted"]);
export type ExchangeStatus = z.infer<typeof ExchangeStatus>;

export const Conversation = z.object({
  id: ConversationId,
  projectId: ProjectId.nullable(),
  title: z.string(),
  model: z.string(),
  exchanges: z.int(),
  messages: z.int(),
  forkedFrom: ConversationId.nullable(),
  /** The model that summarizes the conversation in the background; null if there is none. */
  summarizer: z.string().nullable(),
  /** The summary so far; null if there is none. */
  summary: z.string().nullable(),
  /** The cost of the conversation's exchanges. A fork's copied exchanges cost nothing. */
  spend: Money,
  createdAt: Moment,
  changedAt: Moment,
});
export type Conversation = z.infer<typeof Conversation>;

/** What one context source added to a prompt, the tokens of this text, and the time that the source took. */
export const UsedContext = z.object({
  source: z.string(),
  /**
   * `empty`: the source returned nothing; `late`, `failed`: the source was left out; `cut`: only a part of its text fitted.
   */
  status: z.enum(["used", "empty", "late", "failed", "cut"]),
  items: z.int(),
  tokens: z.int(),
  ms: z.int(),
});
export type UsedContext = z.infer<typeof UsedContext>;

/** A tool that ran in an exchange. */
export const ToolRun = z.object({
  name: z.string(),
  input: z.unknown(),
  isError: z.boolean(),
  tookMs: z.int(),
});
export type ToolRun = z.infer<typeof ToolRun>;

/** An action that changes or spends something. The model only proposes it; it runs when the user confirms it. */
export const ExchangeAction = z.object({
  id: z.uuid(),
  exchangeId: ExchangeId,
  tool: z.string(),
  summary: z.string(),
  /** The highest expected cost; null if the action costs nothing. */
  price: Money.nullable(),
  status: z.enum(["open", "confirmed", "declined", "failed"]),
  outcome: z.string().nullable(),
});
export type ExchangeAction = z.infer<typeof ExchangeAction>;

export const Exchange = z.object({
  id: ExchangeId,
  conversationId: ConversationId,
  number: z.int(),
  status: ExchangeStatus,
  userText: z.string(),
  answer: z.string().nullable(),
  summary: z.string().nullable(),
  model: z.string(),
  /** The model's reason for ending; `length`: the answer was cut off at the output limit. */
  finishReason: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  retryOf: ExchangeId.nullable(),
  /** `inputTokens` counts only the largest call; the other figures are sums over all calls. */
  metrics: z.object({
    inputTokens: z.int(),
    outputTokens: z.int(),
    spend: Money,
    messages: z.int(),
    toolCalls: z.int(),
  }),
  context: z.array(UsedContext),
  tools: z.array(ToolRun),
  actions: z.array(ExchangeAction),
  startedAt: Moment,
  completedAt: Moment.nullable(),
});
export type Exchange = z.infer<typeof Exchange>;

/** A message of an exchange: the request, a reply, or the result of a tool. */
export const ExchangeMessage = z.object({
  position: z.int(),
  /** The message's number in the conversation; null if the exchange has no answer. */
  number: z.int().nullable(),
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string(),
  /**
   * True if the message is hidden from the prompts of later exchanges: a tool call, its result, or a reply before the
   * final answer.
   */
  redacted: z.boolean(),
  /** The tools that a reply called. */
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })),
  /** For a tool's result: the id of the tool call. */
  toolCallId: z.string().nullable(),
  toolName: z.string().nullable(),
  isError: z.boolean(),
  at: Moment,
});
export type ExchangeMessage = z.infer<typeof ExchangeMessage>;

export const longestMessage = 1_000_000;

/** Text as typed, without the characters that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UserText = z
  .string()
  .min(1)
  .max(longestMessage, `it has more than ${longestMessage.toLocaleString("en")} characters; send it in shorter parts`)
  .regex(/\S/u, "must not be empty")
  .regex(/^[^\0\p{Cs}]*$/u, "must be text, without NUL characters");

export const NewConversation = z.strictObject({
  projectId: ProjectId.optional(),
  model: z.string().min(1).max(200),
  title: z.string().trim().min(1).max(200).optional(),
  /** The model that writes summaries in the background. Default: the conversation's model if it is free, else none. */
  summarizer: z.string().min(1).max(200).nullable().optional(),
});

export const NewExchange = z.strictObject({
  /**
   * If an exchange with this id already exists, the request starts none and returns the existing one in its current state.
   */
  id: ExchangeId.optional(),
  text: UserText,
  /** Overrides the conversation's model. */
  model: z.string().min(1).max(200).optional(),
  /** The maximum cost of this exchange. */
  budget: Amount.optional(),
});

/** A tool that a model may call. `asks`: a call only proposes the action, and the user decides. */
export const ChatToolInfo = z.object({ name: z.string(), description: z.string(), effects: z.enum(["none", "asks"]) });
export type ChatToolInfo = z.infer<typeof ChatToolInfo>;

/** The events of an exchange's stream, in order. */
export const ExchangeEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("context"), used: z.array(UsedContext) }),
  z.object({
    type: z.literal("prompt"),
    tokens: z.int(),
    /** The prompt as sent; only with `?detail=prompt`. */
    messages: z.array(z.object({ role: z.string(), text: z.string() })).optional(),
    tools: z.array(ChatToolInfo).optional(),
  }),
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("tool-call"), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({
    type: z.literal("tool-result"),
    id: z.string(),
    name: z.string(),
    isError: z.boolean(),
    tookMs: z.int(),
    text: z.string(),
  }),
  z.object({ type: z.literal("waiting"), reason: z.string(), ms: z.int() }),
  z.object({ type: z.literal("end"), exchange: Exchange }),
]);
export type ExchangeEvent = z.infer<typeof ExchangeEvent>;

export const ConversationHit = z.object({
  conversationId: ConversationId,
  title: z.string(),
  exchangeId: ExchangeId,
  number: z.int(),
  /** `summary`: a model's summary of the exchange. */
  role: z.enum(["user", "assistant", "summary"]),
  text: z.string(),
  score: z.number(),
});
export type ConversationHit = z.infer<typeof ConversationHit>;

const NewConversationImport = z.strictObject({
  projectId: ProjectId.optional(),
  /** The model for the next exchange in each imported conversation. */
  model: z.string().min(1).max(200),
  /** If true, the conversations are only counted and nothing is changed. */
  dryRun: z.boolean().default(false),
  /** Conversations as exported by ChatGPT or Claude, or as this API returns them with their `exchanges`. */
  conversations: z.array(z.unknown()).min(1).max(1_000),
});

/** The result of an import of conversations, or of its dry run. */
export const ConversationImport = z.object({
  dryRun: z.boolean(),
  imported: z.int(),
  /** The number of conversations that had been imported before; they are not changed. */
  known: z.int(),
  exchanges: z.int(),
  /** The number of exchanges whose request has no answer. */
  withoutAnswer: z.int(),
  messages: z.int(),
  /** The number of messages before the user's first message. They belong to no exchange and are left out. */
  strays: z.int(),
  /** Conversations that cannot be imported, by their index in the request. */
  refused: z.array(z.object({ index: z.int(), title: z.string().nullable(), reason: z.string() })),
});
export type ConversationImport = z.infer<typeof ConversationImport>;

const NewMessageImport = z.strictObject({
  projectId: ProjectId.optional(),
  model: z.string().min(1).max(200),
  /** If true, the messages are only counted and nothing is changed. */
  dryRun: z.boolean().default(false),
  /** Each message is `{ conversation, place, role, content, at?, tool?, inputTokens?, outputTokens? }`. */
  messages: z.array(z.unknown()).min(1).max(1_000),
});

/** The result of an import of single messages, or of its dry run. */
export const MessageImport = z.object({
  dryRun: z.boolean(),
  imported: z.int(),
  /** The number of messages that had been imported before, recognized by conversation and place. */
  known: z.int(),
  /** The number of conversations that were created. */
  conversations: z.int(),
  refused: z.array(z.object({ index: z.int(), reason: z.string() })),
});
export type MessageImport = z.infer<typeof MessageImport>;

/** The result of grouping single messages into exchanges, or of its dry run. */
export const ExchangesMigration = z.object({
  dryRun: z.boolean(),
  conversations: z.int(),
  exchanges: z.int(),
  /** The number of exchanges whose request has no answer. */
  withoutAnswer: z.int(),
  /** The number of messages that now belong to an exchange. */
  messages: z.int(),
  /** The number of messages before the first request of their conversation. They stay without an exchange. */
  strays: z.int(),
});
export type ExchangesMigration = z.infer<typeof ExchangesMigration>;

const conversationParams = z.object({ conversationId: ConversationId });
const exchangeParams = z.object({ exchangeId: ExchangeId });
const actionParams = z.object({ actionId: z.uuid() });

/** The stream of an exchange (`GET /api/exchanges/{exchangeId}/stream`) is not listed because its response is not JSON. */
export const conversationsRoutes = {
  createConversation: {
    method: "post",
    path: "/api/conversations",
    about: "Starts a conversation, with or without a project.",
    body: NewConversation,
    response: Conversation,
    creates: true,
  },
  importConversations: {
    method: "post",
    path: "/api/conversations-import",
    about: "Imports chats from an export of ChatGPT or Claude. A chat that was imported before is skipped.",
    body: NewConversationImport,
    response: ConversationImport,
  },
  importMessages: {
    method: "post",
    path: "/api/messages-import",
    about:
      "Imports single messages, which `migrateExchanges` groups into exchanges. Messages imported before are skipped.",
    body: NewMessageImport,
    response: MessageImport,
  },
  migrateExchanges: {
    method: "post",
    path: "/api/exchanges-migration",
    about: "Groups messages that belong to no exchange into exchanges. Safe to repeat.",
    body: z.strictObject({ dryRun: z.boolean().default(false) }),
    response: ExchangesMigration,
  },
  listConversations: {
    method: "get",
    path: "/api/conversations",
    about: "Your conversations, newest first.",
    query: z.object({ ...listQuery({ usual: 50, most: 200 }), project: ProjectId.optional() }),
    response: pageOf(Conversation),
  },
  getConversation: {
    method: "get",
    path: "/api/conversations/{conversationId}",
    about: "One conversation.",
    params: conversationParams,
    response: Conversation,
  },
  listExchanges: {
    method: "get",
    path: "/api/conversations/{conversationId}/exchanges",
    about: "The exchanges of a conversation, newest first, including failed and aborted exchanges.",
    params: conversationParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Returns only exchanges with numbers below this one. */
      before: z.coerce.number().int().min(1).optional(),
    }),
    response: z.object({ items: z.array(Exchange), next: z.int().nullable() }),
  },
  startExchange: {
    method: "post",
    path: "/api/conversations/{conversationId}/exchanges",
    about: "Sends a request. The answer arrives on the stream of the exchange and is saved when it is complete.",
    params: conversationParams,
    body: NewExchange,
    response: Exchange,
  },
  getExchange: {
    method: "get",
    path: "/api/exchanges/{exchangeId}",
    about: "One exchange in its current state.",
    params: exchangeParams,
    response: Exchange,
  },
  listMessages: {
    method: "get",
    path: "/api/exchanges/{exchangeId}/messages",
    about:
      "The messages of an exchange that has ended, including hidden ones. Empty while the exchange is running: follow its stream.",
    params: exchangeParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Returns messages after this position. */
      after: z.coerce.number().int().min(0).optional(),
    }),
    response: z.object({ items: z.array(ExchangeMessage), next: z.int().nullable() }),
  },
  abortExchange: {
    method: "post",
    path: "/api/exchanges/{exchangeId}/abort",
    about: "Stops an exchange. Its request and its cost stay recorded, but later prompts do not contain the exchange.",
    params: exchangeParams,
    response: Exchange,
  },
  retryExchange: {
    method: "post",
    path: "/api/exchanges/{exchangeId}/retry",
    about: "Sends the same request again. Once the new exchange is complete, prompts no longer contain the old one.",
    params: exchangeParams,
    body: NewExchange.omit({ text: true }),
    response: Exchange,
  },
  forkConversation: {
    method: "post",
    path: "/api/conversations/{conversationId}/fork",
    about: "Copies a conversation's completed exchanges, up to the exchange number `upTo`, into a new conversation.",
    params: conversationParams,
    body: z.strictObject({ upTo: z.int().min(0).optional(), title: z.string().trim().min(1).max(200).optional() }),
    response: Conversation,
    creates: true,
  },
  searchConversations: {
    method: "get",
    path: "/api/conversations-search",
    about: "Searches your conversations by words and by meaning, best results first.",
    query: z.object({
      q: z.string().trim().min(1).max(8_000),
      project: ProjectId.optional(),
      conversation: ConversationId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(10),
    }),
    response: z.object({ items: z.array(ConversationHit) }),
  },
  listChatTools: {
    method: "get",
    path: "/api/chat-tools",
    about: "The tools that a model may call in a conversation.",
    response: listOf(ChatToolInfo),
  },
  confirmAction: {
    method: "post",
    path: "/api/exchange-actions/{actionId}/confirm",
    about: "Confirms an action that a model proposed. The action runs once.",
    params: actionParams,
    response: ExchangeAction,
  },
  declineAction: {
    method: "post",
    path: "/api/exchange-actions/{actionId}/decline",
    about: "Declines an action that a model proposed.",
    params: actionParams,
    response: ExchangeAction,
  },
} as const satisfies Record<string, Route>;

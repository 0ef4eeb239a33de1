import { z } from "zod";
import { BoardColumn } from "./board.ts";
import { FindingCode, FindingDetails } from "./findings.ts";
import { CardId, DocumentId, JobId, ProjectId, SessionId } from "./ids.ts";
import { JobKind } from "./jobs.ts";
import type { Route } from "./route.ts";
import { Moment, Money } from "./values.ts";

const stage = { sessionId: SessionId, stage: z.string() };

/** An action that resolves an inbox item: an operation of the API and its arguments. The first action of an item is the usual one. */
export const InboxAction = z.discriminatedUnion("do", [
  z.object({ do: z.literal("approve"), jobId: JobId, amount: Money }),
  z.object({ do: z.literal("top-up"), amount: Money }),
  z.object({ do: z.literal("raise-budget"), sessionId: SessionId, cap: Money }),
  z.object({ do: z.enum(["submit-stage", "start-stage", "retry-stage", "resume-stage"]), ...stage }),
  z.object({ do: z.enum(["retry-job", "resume-job"]), jobId: JobId }),
  /** The numbers of the open questions (`answer`) or of the claims without a choice (`choose`). */
  z.object({ do: z.enum(["answer", "choose"]), ...stage, numbers: z.array(z.int()) }),
  z.object({ do: z.enum(["review-document", "accept-findings"]), documentId: DocumentId }),
  z.object({ do: z.enum(["keep-card", "drop-card"]), cardId: CardId }),
]);
export type InboxAction = z.infer<typeof InboxAction>;

const error = { label: z.string().nullable(), code: z.string(), message: z.string() };
/** The number of questions or claims, and the text of the first one. */
const several = z.object({ count: z.int(), first: z.string() });

export const inboxKinds = [
  "approval",
  "funds",
  "paused",
  "failed",
  "job-failed",
  "submit",
  "start",
  "questions",
  "claims",
  "findings",
  "card",
] as const;

/** The data that describes the needed action, by kind. The CLI and the web app write the sentence. */
const data = {
  /** A call waits for approval of its price. */
  approval: z.object({ jobId: JobId, label: z.string(), model: z.string().nullable(), amount: Money }),
  /** Paused jobs need more than the wallet or the budget has left. */
  funds: z.object({
    jobs: z.int(),
    amount: Money,
    limit: z.enum(["wallet", "budget"]),
    shortBy: Money,
    /** The amount that jobs ahead in the queue need from the wallet. Jobs that have waited longer are funded first. */
    ahead: Money,
  }),
  /** A person paused the stage or one of its jobs. */
  paused: z.object({ jobId: JobId, label: z.string(), isStage: z.boolean() }),
  /** A stage failed, with the error that caused it. */
  failed: z.object(error),
  /** A job outside a running stage failed: the rendering or regeneration of a document. */
  "job-failed": z.object({ jobId: JobId, kind: JobKind, ...error }),
  /** A finished stage waits to be read and submitted. */
  submit: z.object({ documents: z.int(), questions: z.int(), claims: z.int(), findings: z.int() }),
  /**
   * The previous stage has been submitted, and this stage has not been started. `expected` is this stage's share of the
   * quote.
   */
  start: z.object({ expected: Money.nullable() }),
  /** Documents of a finished stage ask questions that have no answer. */
  questions: several,
  /** Syntheses of a finished stage disagree about claims, and the person has not chosen. */
  claims: several,
  /** A document has open findings. */
  findings: z.object({
    documentId: DocumentId,
    title: z.string(),
    model: z.string(),
    count: z.int(),
    first: z.object({ code: FindingCode, artifact: z.string().nullable(), details: FindingDetails }),
  }),
  /** A board card whose file was deleted, or which the plan no longer contains. */
  card: z.object({
    cardId: CardId,
    number: z.int(),
    title: z.string(),
    column: BoardColumn,
    why: z.enum(["file-lost", "unplanned"]),
  }),
} as const satisfies Record<(typeof inboxKinds)[number], z.ZodType>;

export const InboxKind = z.enum(inboxKinds);
export type InboxKind = z.infer<typeof InboxKind>;

const subject = {
  /** Does not change as long as the inbox item exists. */
  id: z.string(),
  projectId: ProjectId.nullable(),
  projectName: z.string().nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  /** The display name of the stage. */
  stageName: z.string().nullable(),
  iteration: z.int().nullable(),
  since: Moment,
  actions: z.array(InboxAction),
};
const item = <Kind extends InboxKind>(kind: Kind) => z.object({ kind: z.literal(kind), data: data[kind], ...subject });

/** Work that cannot continue until a person acts. Computed from the state of sessions, jobs, documents and cards. */
export const InboxItem = z.discriminatedUnion("kind", [
  item("approval"),
  item("funds"),
  item("paused"),
  item("failed"),
  item("job-failed"),
  item("submit"),
  item("start"),
  item("questions"),
  item("claims"),
  item("findings"),
  item("card"),
]);
export type InboxItem = z.infer<typeof InboxItem>;

export const Inbox = z.object({
  items: z.array(InboxItem),
  /** The number of items of each kind, on all pages and regardless of the kind filter; kinds without items are left out. */
  counts: z.partialRecord(InboxKind, z.int()),
  total: z.int(),
  /** The value of `before` for the next page; null on the last page. */
  next: z.string().nullable(),
});
export type Inbox = z.infer<typeof Inbox>;

export const inboxRoutes = {
  listInbox: {
    method: "get",
    path: "/api/inbox",
    about:
      "Everything that waits for you, with the actions that resolve it, newest first. Archived sessions are left out.",
    query: z.object({
      kind: InboxKind.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: z.string().max(200).optional(),
    }),
    response: Inbox,
  },
} as const satisfies Record<string, Route>;

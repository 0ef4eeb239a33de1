import { z } from "zod";
import { BoardColumn } from "./board.ts";
import {
  BundleId,
  CardId,
  DocumentId,
  FactId,
  JobId,
  NotificationId,
  ParseRunId,
  ProjectId,
  SessionId,
} from "./ids.ts";
import { pageOf, type Route } from "./route.ts";
import { Moment, Money } from "./values.ts";

/** The recorded error of a job. */
const error = { code: z.string().nullable(), message: z.string().nullable() };
const card = { cardId: CardId, number: z.int(), title: z.string(), column: BoardColumn };

/**
 * The data of a notification, by kind. `label` is the name of a stage, or describes the work of a job. The web app
 * writes the sentence.
 */
const data = {
  "stage.started": z.object({ label: z.string(), documents: z.int() }),
  /** `submit`: true if the session waits until a person submits the stage. */
  "stage.finished": z.object({ label: z.string(), submit: z.boolean() }),
  "stage.failed": z.object({ label: z.string(), ...error }),
  "stage.paused": z.object({ label: z.string() }),
  "document.started": z.object({ label: z.string() }),
  "document.retrying": z.object({ label: z.string(), ...error }),
  /** The answer was cut off; a further call continues it. */
  "document.continued": z.object({ label: z.string() }),
  /** Parts were missing or could not be parsed; a further call asks for them again. */
  "document.corrected": z.object({ label: z.string() }),
  "document.finished": z.object({ documentId: DocumentId, title: z.string(), model: z.string() }),
  "document.failed": z.object({ label: z.string(), ...error }),
  "render.failed": z.object({ label: z.string(), ...error }),
  /** The call costs a larger share of the balance than is allowed without approval. */
  "approval.needed": z.object({ label: z.string(), amount: Money.nullable(), balance: Money }),
  "funds.short": z.object({ label: z.string(), amount: Money.nullable(), free: Money }),
  "budget.reached": z.object({ label: z.string(), amount: Money.nullable(), free: Money, cap: Money }),
  "work.resumed": z.object({ label: z.string() }),
  /** A card and its file had both changed; both changes were kept. */
  "card.merged": z.object(card),
  /** A card's file was deleted, or the plan no longer contains the card's work. A person keeps or drops the card. */
  "card.offered": z.object({ ...card, why: z.enum(["file-lost", "unplanned"]) }),
  /** The plan no longer contains some of the card's checklist. */
  "card.changed": z.object({ ...card, gone: z.array(z.string()) }),
  /** Facts could not be extracted from a turn. The turn is kept, and the extraction can be retried. */
  "parse.failed": z.object({ runId: ParseRunId, bundleId: BundleId, ...error }),
  /** A statement contradicts an accepted fact; a person chooses. */
  "fact.disputed": z.object({ factId: FactId, number: z.int(), key: z.string(), statement: z.string() }),
} as const;

type NotificationKind = keyof typeof data;

const subject = {
  id: NotificationId,
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  jobId: JobId.nullable(),
  read: z.boolean(),
  at: Moment,
};
const notification = <Kind extends NotificationKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), data: data[kind], ...subject });

/** An event that a person may want to know about. The database adds at most one notification per cause. */
export const Notification = z.discriminatedUnion("kind", [
  notification("stage.started"),
  notification("stage.finished"),
  notification("stage.failed"),
  notification("stage.paused"),
  notification("document.started"),
  notification("document.retrying"),
  notification("document.continued"),
  notification("document.corrected"),
  notification("document.finished"),
  notification("document.failed"),
  notification("render.failed"),
  notification("approval.needed"),
  notification("funds.short"),
  notification("budget.reached"),
  notification("work.resumed"),
  notification("card.merged"),
  notification("card.offered"),
  notification("card.changed"),
  notification("parse.failed"),
  notification("fact.disputed"),
]);
export type Notification = z.infer<typeof Notification>;

export const notificationsRoutes = {
  listNotifications: {
    method: "get",
    path: "/api/notifications",
    about: "Your notifications, newest first. Everything that waits for you is in the inbox.",
    query: z.object({
      unread: z.stringbool().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: NotificationId.optional(),
    }),
    response: pageOf(Notification),
  },
  readNotification: {
    method: "post",
    path: "/api/notifications/{notificationId}/read",
    about: "Marks a notification as read.",
    params: z.object({ notificationId: NotificationId }),
    response: Notification,
  },
} as const satisfies Record<string, Route>;

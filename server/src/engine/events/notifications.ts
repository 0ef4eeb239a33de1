import type { Notification, NotificationId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { insertEvent } from "./event.store.ts";
import { markRead, selectNotification, selectNotifications } from "./notifications.store.ts";

/** The acting user's notifications, newest first; with `unread`, only those not read yet. */
export function listNotifications(
  ctx: { db: UserDb },
  { unread = false, ...input }: { unread?: boolean | undefined; limit: number; before?: NotificationId | undefined },
): Promise<Notification[]> {
  return ctx.db.tx((db) => selectNotifications(db, { ...input, onlyUnread: unread }));
}

/** Marks a notification as read. Reading it again changes nothing and emits no event. */
export function readNotification(
  ctx: { db: UserDb },
  { notificationId }: { notificationId: NotificationId },
): Promise<Notification> {
  return ctx.db.tx(async (db) => {
    const isNew = await markRead(db, notificationId);
    const notification = await selectNotification(db, notificationId);
    if (!notification) throw new AppError("not_found", `There is no notification ${notificationId}.`);
    if (!isNew) return notification;
    await insertEvent(db, {
      kind: "notification.read",
      projectId: notification.projectId,
      sessionId: notification.sessionId,
      data: { notificationId },
    });
    return notification;
  });
}

/**
 * Events record every change in commit order; notifications tell people about some of them.
 *
 * Words:
 * - event: one change of one thing (`job.completed`), written in the transaction that makes the change
 * - number (`seq`): assigned at commit; a *cursor* is the number of the last event a reader has seen
 * - horizon: the highest event number among a user's deleted events
 * - reset: tells a reader whose cursor is older than the horizon to load everything again
 * - feed: delivers events to followers that stay connected (the event stream of the HTTP layer)
 * - notification: a kind and its data, read or unread; a second one with the same *cause* is not added
 *
 * Tables: events, event_horizon (of all users), event_horizons (per user), notifications. Triggers of other modules write
 * them through the SQL functions `emit_event` and `add_notification`; this module reads them.
 *
 * Invariants:
 * - One series of numbers per database, in commit order: a reader who has seen event n has seen all events before it.
 * - A reader sees only the acting user's events. Gaps between numbers mean nothing.
 * - A follower gets every event after its cursor once, in order. Without followers the feed runs no query.
 * - A reader who missed none of their own events gets no reset, however many events of others were deleted.
 * - There is one notification per cause and owner, and one `notification.read` per notification. Neither contains
 *   a sentence or a link: the web app and other clients choose them.
 */
export { createEventFeed, type EventFeed } from "./create-event-feed.ts";
export { listNotifications, readNotification } from "./notifications.ts";
export { type EventBatch, pruneEvents, readEvents } from "./read-events.ts";

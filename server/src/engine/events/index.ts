/**
 * Events: what changed, in the order in which it was committed; and notices, the few of them a person should know of.
 *
 * Words: an *event* is one change of one thing (`job.completed`), written in the transaction that makes the
 * change. Its *number* (seq) is given at commit. A *cursor* is the number of the last event a reader has seen.
 * The *horizon* of a user is the largest number of their events that is no longer kept. A *reset* tells a reader whose
 * cursor is older than their horizon that it missed something for good and must load everything afresh. A *notice* is a sentence for a
 * person, linked to its place, read or unread; its *cause* is the key that keeps it from being said twice. A *feed* carries events to
 * followers that stay connected (the event stream of the HTTP door).
 *
 * Tables: events, event_horizon (of all together), event_horizons (each user's), notices. Events and notices are written by triggers of the tables they speak of (SQL functions
 * `emit_event` and `add_notice`), so that no change is untold, whoever makes it; this module reads them.
 *
 * Always true:
 * - One series of numbers per database, in commit order: who has seen n has seen everything below n.
 * - A reader sees the events of the acting user and nobody else's; gaps between numbers mean nothing.
 * - A follower of the feed gets every event after its cursor once, in order, however it was woken; nobody
 *   following means no query.
 * - A reader who missed nothing of their own gets no reset, however much of others' was forgotten.
 * - There is one notice per cause and owner, and one `notice.read` per notice.
 */
export { createEventFeed, type EventFeed } from "./create-event-feed.ts";
export { forgetEvents } from "./forget-events.ts";
export { listNotices } from "./list-notices.ts";
export { type EventBatch, readEvents } from "./read-events.ts";
export { readNotice } from "./read-notice.ts";

import type { UserId } from "@dialectic/contract";
import type { Context } from "hono";
import { stream } from "hono/streaming";
import { z } from "zod";
import type { EventBatch, EventFeed } from "#events";
import { AppError } from "#platform";

const keepAliveMs = 15_000;
const Cursor = z.coerce.number().int().min(0);

/**
 * `GET /api/events`: the user's events after a number, then live, for as long as the reader stays. The browser's own
 * `Last-Event-ID` takes precedence over `?after=`: on a reconnect, the address is the old one, but the header is up to date.
 * Without either, the stream starts after the newest event. If the number is too old or from another database, the
 * stream sends a reset.
 */
export async function eventStream(
  c: Context,
  options: { feed: EventFeed; userId: UserId; closing: AbortSignal },
): Promise<Response> {
  const { feed, userId, closing } = options;
  const wanted = readCursor(c);
  const newest = await feed.newest(userId);
  const isForeign = wanted !== undefined && wanted > newest;
  const after = wanted === undefined || isForeign ? newest : wanted;

  c.header("content-type", "text/event-stream");
  c.header("cache-control", "no-store, no-transform");
  return stream(c, async (out) => {
    const ended = Promise.withResolvers<void>();
    out.onAbort(() => ended.resolve());
    closing.addEventListener("abort", () => ended.resolve(), { once: true });
    if (closing.aborted) return;
    // This message is sent immediately, so that the headers are flushed, and so that a reader that is cut off before
    // its first event has a number from which to continue.
    await out.write(isForeign ? resetAt(after) : `id: ${after}\n\n`);
    const goodbye = feed.follow(userId, {
      after,
      deliver: async (batch) => {
        await out.write(format(batch));
      },
    });
    const keepingAlive = setInterval(() => void out.write(": keep-alive\n\n"), keepAliveMs);
    await ended.promise;
    clearInterval(keepingAlive);
    goodbye();
  });
}

function readCursor(c: Context): number | undefined {
  const given = c.req.header("last-event-id") || c.req.query("after");
  if (given === undefined) return undefined;
  const parsed = Cursor.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", `An event number must be 0 or a positive whole number, not "${given}".`);
}

const resetAt = (seq: number) => `event: reset\nid: ${seq}\ndata: {}\n\n`;

function format(batch: EventBatch): string {
  const messages = batch.events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
  const horizon = batch.events[0] ? batch.events[0].seq - 1 : batch.next;
  return (batch.reset ? resetAt(horizon) : "") + messages.join("");
}

import { ExchangeId } from "@dialectic/contract";
import type { Context } from "hono";
import { stream } from "hono/streaming";
import { z } from "zod";
import type { Ctx } from "#app";
import { getExchange } from "#exchanges";
import { AppError } from "#platform";

const keepAliveMs = 15_000;
const EventNumber = z.coerce.number().int().min(0);

/**
 * `GET /api/exchanges/{exchangeId}/stream`: what happened in an exchange from its start, or after `Last-Event-ID`, then
 * live until its end. If the exchange is over or runs in another process, only its end is sent. The exchange continues
 * when the reader disconnects.
 */
export async function exchangeStream(
  c: Context,
  { ctx, closing }: { ctx: Ctx; closing: AbortSignal },
): Promise<Response> {
  const exchangeId = ExchangeId.safeParse(c.req.param("exchangeId"));
  const after = EventNumber.safeParse(c.req.header("last-event-id") ?? 0);
  if (!exchangeId.success || !after.success) {
    throw new AppError("invalid_input", "The address needs the id of an exchange, and Last-Event-ID a whole number.");
  }
  // An unknown exchange is refused with a status, before the stream begins.
  await getExchange(ctx, { exchangeId: exchangeId.data });
  const hasPrompt = c.req.query("detail") === "prompt";
  c.header("content-type", "text/event-stream");
  c.header("cache-control", "no-store, no-transform");
  return stream(c, async (out) => {
    const left = new AbortController();
    out.onAbort(() => left.abort());
    const signal = AbortSignal.any([left.signal, closing]);
    await out.write(": open\n\n");
    const keepingAlive = setInterval(() => void out.write(": keep-alive\n\n"), keepAliveMs);
    try {
      const following = ctx.exchanges.follow(ctx, { exchangeId: exchangeId.data, after: after.data, signal });
      for await (const { number, event } of following) {
        const { type } = event;
        const sent = type === "prompt" && !hasPrompt ? { type, tokens: event.tokens } : event;
        await out.write(`id: ${number}\nevent: ${type}\ndata: ${JSON.stringify(sent)}\n\n`);
      }
    } finally {
      clearInterval(keepingAlive);
    }
  });
}

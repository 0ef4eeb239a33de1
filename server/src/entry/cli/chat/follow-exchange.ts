import { type Exchange, ExchangeEvent } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Link } from "../connect/connect.ts";
import { eventMessages } from "../connect/event-messages.ts";
import { printable } from "../output/printable.ts";
import { describeCost } from "./describe-event.ts";
import { linesAt, type Verbosity } from "./verbosity.ts";

type Output = {
  verbosity: Verbosity;
  /** Receives the answer as it streams. Null if the caller prints the answer itself. */
  write: ((text: string) => void) | null;
  say(line: string): void;
};

/** Shows an exchange while it runs, and returns it when it is over. */
export async function followExchange(link: Link, started: Exchange, output: Output): Promise<Exchange> {
  const detail = output.verbosity >= 3 ? "?detail=prompt" : "";
  const answer = await link.send(`/api/exchanges/${started.id}/stream${detail}`, { method: "GET" });
  if (!answer.ok || !answer.body) throw new AppError("internal", "The model's answer could not be followed.");
  let isInLine = false;
  let half = "";
  const breakLine = () => {
    if (isInLine) output.write?.("\n");
    isInLine = false;
  };
  for await (const { data } of eventMessages(answer.body)) {
    if (data === "") continue;
    const event = ExchangeEvent.parse(JSON.parse(data));
    if (event.type === "text") {
      // The two halves of a surrogate pair may arrive in two events.
      const text = half + event.text;
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      const whole = half ? text.slice(0, -1) : text;
      output.write?.(printable(whole));
      isInLine = !whole.endsWith("\n");
    } else if (event.type === "end") {
      breakLine();
      return event.exchange;
    } else {
      const lines = linesAt(output.verbosity, event);
      if (lines.length > 0) breakLine();
      for (const line of lines) output.say(line);
    }
  }
  throw new AppError(
    "provider_unavailable",
    "The server stopped before the answer was complete. The question is saved: ask again with /retry.",
  );
}

type End = {
  say(line: string): void;
  /** True if the caller prints the error itself. */
  isReported: boolean;
};

/**
 * Prints the end of an exchange: the error, if there is one, the actions that need the user's decision, and the cost.
 */
export function sayEnd(exchange: Exchange, { say, isReported }: End): void {
  if (exchange.error && !isReported)
    say(`${exchange.status === "aborted" ? "Stopped" : "Failed"}: ${exchange.error.message}`);
  if (exchange.finishReason === "length") say("The answer was cut off at the output limit.");
  for (const [index, action] of exchange.actions.entries()) {
    if (action.status !== "open") continue;
    say(`Proposal ${index + 1}: ${action.summary} Type /confirm ${index + 1} or /decline ${index + 1}.`);
  }
  say(`(${describeCost(exchange)})`);
}

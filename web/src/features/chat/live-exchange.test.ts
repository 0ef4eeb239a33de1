import type { ExchangeEvent } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { nextLive, nothingYet } from "./live-exchange.ts";

const after = (...events: ExchangeEvent[]) => events.reduce(nextLive, nothingYet);
const text = (words: string): ExchangeEvent => ({ type: "text", text: words });
const call = (id: string): ExchangeEvent => ({ type: "tool-call", id, name: "search", input: { q: "dock" } });
const result = (id: string, isError = false): ExchangeEvent => ({
  ...{ type: "tool-result", id, name: "search", isError, tookMs: 3 },
  text: "one hit",
});

describe("nextLive", () => {
  it("appends text", () => {
    expect(after(text("The dock "), text("is closed.")).text).toBe("The dock is closed.");
  });

  it("starts the text again after a tool call, and keeps the call", () => {
    const live = after(text("Let me look."), call("a"), text("It is closed."));
    expect(live.text).toBe("It is closed.");
    expect(live.tools).toEqual([{ id: "a", name: "search", input: { q: "dock" } }]);
  });

  it("adds a result to its own call", () => {
    const { tools } = after(call("a"), call("b"), result("b", true));
    expect(tools[0]?.text).toBeUndefined();
    expect(tools[1]).toMatchObject({ isError: true, text: "one hit" });
  });

  it("stops waiting when text arrives, and at the end", () => {
    const waiting = after({ type: "waiting", reason: "rate limit", ms: 500 });
    expect(waiting.waiting).toBe("rate limit");
    expect(nextLive(waiting, text("Now")).waiting).toBeNull();
  });
});

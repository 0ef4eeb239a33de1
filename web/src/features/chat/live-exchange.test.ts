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
  it("appends new text to the answer", () => {
    expect(after(text("The dock "), text("is closed.")).text).toBe("The dock is closed.");
  });

  it("clears the text when the model calls a tool, and records the call", () => {
    const live = after(text("Let me look."), call("a"), text("It is closed."));
    expect(live.text).toBe("It is closed.");
    expect(live.tools).toEqual([{ id: "a", name: "search", input: { q: "dock" } }]);
  });

  it("adds a tool's result to the call with the same id", () => {
    const { tools } = after(call("a"), call("b"), result("b", true));
    expect(tools[0]?.text).toBeUndefined();
    expect(tools[1]).toMatchObject({ isError: true, text: "one hit" });
  });

  it("stops waiting when text arrives", () => {
    const waiting = after({ type: "waiting", reason: "rate limit", ms: 500 });
    expect(waiting.waiting).toBe("rate limit");
    expect(nextLive(waiting, text("Now")).waiting).toBeNull();
  });
});

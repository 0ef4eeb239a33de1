import { describe, expect, it } from "vitest";
import { type Connection, isLossReported, nextConnection, noConnection, type Signal } from "./connection.ts";

const after = (...signals: Signal[]): Connection => signals.reduce(nextConnection, noConnection);
const opened: Signal = { kind: "opened" };
const failed = (at: number): Signal => ({ kind: "failed", at });
const received = (seq: number): Signal => ({ kind: "received", seq });

describe("nextConnection", () => {
  it("keeps the newest event number and ignores repeated events", () => {
    expect(after(opened, received(4), received(5), received(4)).lastSeq).toBe(5);
    expect(after(opened, received(5), failed(0), opened, received(5), received(6)).lastSeq).toBe(6);
  });

  it("waits longer after each failed attempt, up to 15 seconds", () => {
    const waits = [1, 2, 3, 4, 5, 6].map((tries) => {
      const state = after(...Array.from({ length: tries }, () => failed(0)));
      return state.nextTryAt;
    });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  it("remembers since when the connection is lost", () => {
    expect(after(opened, failed(100), failed(900)).lostAt).toBe(100);
  });

  it("does not report a loss if the first attempt to reconnect succeeds", () => {
    const blink = after(opened, failed(0));
    expect(isLossReported(blink)).toBe(false);
    expect(nextConnection(blink, opened).phase).toBe("live");
  });

  it("counts missed events only after the connection is back", () => {
    const back = after(opened, received(1), failed(0), failed(1000), opened, received(2), received(3), received(3));
    expect(back).toMatchObject({ phase: "back", caughtUp: 2, lostAt: null, tries: 0, nextTryAt: null });
    expect(nextConnection(back, { kind: "settled" })).toMatchObject({ phase: "live", caughtUp: 0 });
  });

  it("keeps reporting a lost connection when the timer of an earlier “Connected” message ends", () => {
    expect(after(opened, failed(0), { kind: "settled" }).phase).toBe("lost");
  });
});

import { Event } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { type LiveTexts, newestRun, nextTexts } from "./live-texts.ts";

const event = (kind: string, data: object) =>
  Event.parse({ seq: 1, kind, projectId: null, sessionId: null, data, at: "2025-11-15T12:00:00Z" });
/** An event with live text as the server sends it. The fencing number is a string. */
const words = (from: number, text: string, { fence = 1, jobId = "j", continuation = 0 } = {}) =>
  event("text.streamed", { jobId, fence: String(fence), continuation, from, text });
const claimed = (fence: number) => event("job.processing", { jobId: "j", fence });

const after = (...events: Event[]): LiveTexts => events.reduce(nextTexts, new Map());
const shown = (texts: LiveTexts, jobId = "j") => {
  const live = texts.get(jobId);
  return live && newestRun(live);
};

describe("nextTexts", () => {
  it("appends text for each job separately", () => {
    const texts = after(words(0, "One "), words(0, "Other", { jobId: "k" }), words(4, "two."));
    expect(shown(texts)).toEqual({ text: "One two.", isWhole: true });
    expect(shown(texts, "k")).toEqual({ text: "Other", isWhole: true });
  });

  it("uses a piece only once if it is sent twice", () => {
    expect(shown(after(words(0, "One "), words(4, "two."), words(0, "One "), words(4, "two.")))?.text).toBe("One two.");
  });

  it("does not duplicate overlapping text", () => {
    expect(shown(after(words(0, "One t"), words(4, "two.")))?.text).toBe("One two.");
  });

  it("shows the newest words after a gap, and reports that words before them are missing", () => {
    expect(shown(after(words(0, "One "), words(8, "three.")))).toEqual({ text: "three.", isWhole: false });
    expect(shown(after(words(40, "late")))).toEqual({ text: "late", isWhole: false });
  });

  it("closes the gap when the missing piece arrives late", () => {
    const texts = after(words(0, "One "), words(8, "three."), words(4, "two "));
    expect(shown(texts)).toEqual({ text: "One two three.", isWhole: true });
  });

  it("starts over when the fencing number rises, and ignores text with a lower one", () => {
    const again = after(words(0, "One two."), words(0, "Uno ", { fence: 2 }));
    expect(shown(again)?.text).toBe("Uno ");
    expect(shown(nextTexts(again, words(8, " three.")))?.text).toBe("Uno ");
  });

  it("clears the text when another worker leases the job, but keeps it under the same lease", () => {
    expect(shown(after(words(0, "One"), claimed(2)))?.text).toBe("");
    expect(shown(after(words(0, "One"), claimed(1)))?.text).toBe("One");
  });

  it("returns the same map for an event that changes nothing", () => {
    const texts = after(words(0, "One"));
    for (const other of [event("job.completed", { jobId: "j", fence: 1 }), claimed(1), event("stage.started", {})]) {
      expect(nextTexts(texts, other)).toBe(texts);
    }
    expect(nextTexts(new Map(), claimed(1)).size).toBe(0);
  });

  it.each([[{ from: "0" }], [{ text: 5 }], [{ fence: "soon" }], [{ jobId: null }]])(
    "ignores invalid data: %j",
    (broken) => {
      const data = { jobId: "j", fence: "1", continuation: 0, from: 0, text: "x", ...broken };
      expect(after(event("text.streamed", data)).size).toBe(0);
    },
  );

  it("keeps the last 20,000 characters of a job without splitting a character", () => {
    const long = after(...Array.from({ length: 60 }, (_, n) => words(n * 1000, `${n % 10}`.repeat(1000))));
    expect(shown(long)?.text).toHaveLength(20_000);
    expect(shown(long)).toMatchObject({ isWhole: false, text: expect.stringMatching(/^0.*9$/) });
    const pairs = shown(after(words(0, `a${"😀".repeat(15_000)}`)))?.text ?? "";
    expect(pairs.length).toBeLessThanOrEqual(20_000);
    expect(pairs.isWellFormed()).toBe(true);
  });

  it("counts all pieces of a text towards the limit, not just the piece that is shown", () => {
    const gappy = after(...Array.from({ length: 60 }, (_, n) => words(n * 2000, "x".repeat(1000))));
    const kept = gappy.get("j")?.runs.reduce((sum, run) => sum + run.text.length, 0);
    expect(kept).toBe(20_000);
  });

  it("keeps only the texts of the 64 jobs that wrote last", () => {
    const texts = after(
      ...Array.from({ length: 64 }, (_, n) => words(0, "x", { jobId: `j${n}` })),
      words(1, "y", { jobId: "j0" }),
      words(0, "x", { jobId: "new" }),
    );
    expect(texts.size).toBe(64);
    expect(texts.has("j0")).toBe(true);
    expect(texts.has("j1")).toBe(false);
  });
});

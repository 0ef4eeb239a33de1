import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createLatest, readLatest, writeLatest } from "./latest.ts";

describe("the latest value in shared memory", () => {
  it("is null before the first write, and then the value of the last write, of any size", () => {
    const memory = createLatest();
    expect(readLatest(memory)).toBeNull();
    for (const value of [{ a: 1 }, null, "é".repeat(100_000), [], "x".repeat(300_000), 0]) {
      writeLatest(memory, value);
      expect(readLatest(memory)?.value).toEqual(value);
    }
  });

  it("tells how long ago it was written", async () => {
    const memory = createLatest();
    writeLatest(memory, "value");
    const early = readLatest(memory)?.ageMs ?? Number.NaN;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readLatest(memory)?.ageMs).toBeGreaterThan(early + 10);
  });

  it("is read whole while another thread writes values of changing size without a pause", {
    timeout: 60_000,
  }, async () => {
    const memory = createLatest();
    const writer = `
      const { workerData, parentPort } = require("node:worker_threads");
      import(workerData.module).then(({ writeLatest }) => {
        for (let n = 1; n <= 20_000; n += 1) {
          const letter = String.fromCharCode(97 + (n % 26));
          writeLatest(workerData.memory, { n, letter, text: letter.repeat((n * 37) % 9_000) });
        }
        parentPort.postMessage("done");
      });`;
    const workerData = { memory, module: new URL("./latest.ts", import.meta.url).href };
    const thread = new Worker(writer, { eval: true, workerData, execArgv: [] });
    let isDone = false;
    const done = once(thread, "message").then(() => {
      isDone = true;
    });
    let last = 0;
    const seen = new Set<number>();
    for (let reads = 1; !isDone; reads += 1) {
      const value = readLatest<{ n: number; letter: string; text: string }>(memory)?.value;
      if (value) {
        expect(value.text === value.letter.repeat((value.n * 37) % 9_000)).toBe(true);
        expect(value.n).toBeGreaterThanOrEqual(last);
        last = value.n;
        seen.add(last);
      }
      if (reads % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    expect(readLatest<{ n: number }>(memory)?.value.n).toBe(20_000);
    expect(seen.size).toBeGreaterThan(10);
    await thread.terminate();
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "#test";
import { type Course, type KilledRun, setupKilledRuns } from "./killed/killed-run.ts";
import { killBeforeVectors } from "./killed/killed-workers.ts";

/**
 * The next call may already be running while a document's files are written. The points that the run passed show whether the
 * call was running.
 */
const besideACall: number = expect.toBeOneOf([0, 1]);

/**
 * Each crash point, with the number of paid calls that are lost there. Two runs are killed and restarted again and again,
 * each time at the next point. The number after # counts from the latest start. `npm run faults` uses a separate run for
 * every pass of every point.
 */
const first: [at: string, lost: number][] = [
  ["job leased: plan#1", 0],
  ["outcome recorded: plan waitForChildren#1", 0],
  ["prompt built#1", 0],
  ["outcome written: execute done#1", 1],
  ["artifacts made#1", besideACall],
  ["outcome recorded: plan done#2", 0],
  // The prompt of the synthesis is shortened. The synthesis is killed twice while its documents are put in order, then
  // in its first request, and then between two parts of its second request.
  ["order decided#1", 0],
  ["order kept#1", 0],
  ["parts kept#1", 0],
  ["part shortened#1", 0],
];
const second: [at: string, lost: number][] = [
  ["outcome written: plan continue#1", 1],
  ["outcome recorded: plan continue#1", 0],
  ["file half written#5", besideACall],
  ["files written#1", besideACall],
  ["outcome recorded: render done#1", besideACall],
  ["outcome written: plan done#1", 0],
  ["outcome recorded: plan done#3", 0],
  ["money held#1", 1],
  ["model answered#2", 1],
];
/** The window is so small that prompts are shortened. */
const course: Course = { process: "brief", models: ["priced/atlas"], contextWindow: 14_800 };

describe("a run killed at every named point and started again", () => {
  let runs: Awaited<ReturnType<typeof setupKilledRuns>>;
  beforeAll(async () => {
    runs = await setupKilledRuns(course);
  }, 300_000);
  afterAll(() => runs[Symbol.asyncDispose]());

  it("is compared with an undisturbed run, which passes every named point", () => {
    const named = (point: string) => point.replace(/[:#].*/, "");
    const tried = [...first, ...second].map(([at]) => named(at));
    expect(new Set(runs.points.map(named))).toEqual(new Set([...tried, "transaction committed"]));
    const { books, tree, receipts } = runs.wanted;
    expect(receipts.length).toBeGreaterThan(5);
    expect(books).toMatchObject({ losses: 0, held: 0, wrong: 0, charges: books.saved });
    expect(books.saved).toBeGreaterThan(5);
    expect(tree.size).toBeGreaterThan(40);
  });

  it("leaves the same files, sends the same prompts, and has every call either charged once or booked as lost once", async () => {
    const killed = await Promise.all([first, second].map((points) => runs.killAt(points.map(([at]) => at))));
    const deaths = killed.flatMap((run) => run.deaths);
    for (const { at, lost, underWay } of deaths) expect([at, underWay ?? lost]).toEqual([at, lost]);
    expect(killed).toMatchObject([first, second].map(survived));
  });

  it.runIf(engines.includes("postgres"))(
    "keeps ranking by words in a chain that started without vectors, even if vectors are computed meanwhile",
    async () => {
      // Kills a worker between two parts of the synthesis, because only workers and servers use vectors.
      const killed = await killBeforeVectors(course, { at: "part shortened#3", wanted: runs.wanted });
      expect(killed).toEqual(survived([["part shortened#3", 0]]));
    },
  );
});

const survived = (points: [at: string, lost: number][]): KilledRun => ({
  deaths: points.map(([at, lost]) => ({ at, died: true, lost })),
  problems: [],
});

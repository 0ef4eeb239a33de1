import type { Course as Killed, KilledRun } from "../../server/test/faults/killed/killed-run.ts";
import type { Outage } from "../../server/test/faults/outage/outage-runs.ts";

export type Course = {
  name: string;
  needsServer: boolean;
  open(): Promise<AsyncDisposable & { points: string[]; killAt(points: readonly string[]): Promise<KilledRun> }>;
};

/**
 * The module of a scenario is imported only when the scenario runs, because it reads the server's address from the
 * environment as it loads.
 */
const alone = async (killed: Killed) =>
  (await import("../../server/test/faults/killed/killed-run.ts")).setupKilledRuns(killed);
const onServer = async (killed: Killed) =>
  (await import("../../server/test/faults/killed/killed-workers.ts")).setupKilledWorkers(killed);

const powerCut = async (cut: Killed) =>
  (await import("../../server/test/faults/power-cut/cut-runs.ts")).setupPowerCuts(cut);

const outage = async (run: Killed, kind: Outage) =>
  (await import("../../server/test/faults/outage/outage-runs.ts")).setupOutages(run, kind);
/** An outage that lasts twice as long as a lease. */
const silence = { kind: "silence", ms: 60_000 } as const;

const two = ["rehearsal/atlas", "priced/briar"];
const three = ["priced/atlas", "priced/briar", "priced/cedar"];
/** A context window that is too small for the documents that the stages write. */
const smallWindow = 12_500;

const brief: Killed = { process: "brief", models: ["priced/atlas"] };
const runs: [what: string, killed: Killed][] = [
  ["brief, one model", brief],
  ["classic, two models", { process: "classic", models: two }],
  ["brief, one model, small window", { ...brief, contextWindow: smallWindow }],
  ["brief, two proposals of one model", { ...brief, proposals: 2 }],
  ["merging, three models, inputs combined", { process: "merging", models: three, contextWindow: smallWindow }],
];

export const courses: Course[] = [
  ...runs.map(([what, killed]) => ({ name: `${what}, embedded`, needsServer: false, open: () => alone(killed) })),
  ...runs.map(([what, killed]) => ({
    name: `${what}, two workers on a server`,
    needsServer: true,
    open: () => onServer(killed),
  })),
  ...runs.slice(0, 2).map(([what, killed]) => ({
    name: `power cut: ${what}, embedded`,
    needsServer: false,
    open: () => powerCut(killed),
  })),
  ...runs.slice(0, 2).flatMap(([what, run]) => [
    {
      name: `database outage: immediate restart, ${what}, two workers`,
      needsServer: true,
      open: () => outage(run, { kind: "restart" }),
    },
    {
      name: `database outage: 60 s of silence, ${what}, two workers`,
      needsServer: true,
      open: () => outage(run, silence),
    },
  ]),
];

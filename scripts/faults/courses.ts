import type { KilledRun } from "../../server/test/faults/killed/killed-run.ts";

export type Course = {
  name: string;
  needsServer: boolean;
  open(): Promise<AsyncDisposable & { points: string[]; killAt(points: readonly string[]): Promise<KilledRun> }>;
};

/** Loaded when they run: what they stand on reads the address of the server from the environment as it is loaded. */
const alone = async (process: "brief" | "classic", models: string[], contextWindow?: number) =>
  (await import("../../server/test/faults/killed/killed-run.ts")).setupKilledRuns({ process, models, contextWindow });
const onServer = async (process: "brief" | "classic", models: string[], contextWindow?: number) =>
  (await import("../../server/test/faults/killed/killed-workers.ts")).setupKilledWorkers({
    process,
    models,
    contextWindow,
  });

const two = ["rehearsal/atlas", "priced/briar"];
/** What the stages write does not fit it. */
const smallWindow = 12_500;

export const courses: Course[] = [
  { name: "brief, one model, embedded", needsServer: false, open: () => alone("brief", ["priced/atlas"]) },
  { name: "classic, two models, embedded", needsServer: false, open: () => alone("classic", two) },
  {
    name: "brief, one model, two workers on a server",
    needsServer: true,
    open: () => onServer("brief", ["priced/atlas"]),
  },
  {
    name: "brief, one model, small window, embedded",
    needsServer: false,
    open: () => alone("brief", ["priced/atlas"], smallWindow),
  },
  {
    name: "brief, one model, small window, two workers on a server",
    needsServer: true,
    open: () => onServer("brief", ["priced/atlas"], smallWindow),
  },
  { name: "classic, two models, two workers on a server", needsServer: true, open: () => onServer("classic", two) },
];

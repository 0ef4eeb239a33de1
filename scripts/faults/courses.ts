import type { Course as Killed, KilledRun } from "../../server/test/faults/killed/killed-run.ts";

type Process = Killed["process"];
export type Course = {
  name: string;
  needsServer: boolean;
  open(): Promise<AsyncDisposable & { points: string[]; killAt(points: readonly string[]): Promise<KilledRun> }>;
};

/** Loaded when they run: what they stand on reads the address of the server from the environment as it is loaded. */
const alone = async (process: Process, models: string[], contextWindow?: number) =>
  (await import("../../server/test/faults/killed/killed-run.ts")).setupKilledRuns({ process, models, contextWindow });
const onServer = async (process: Process, models: string[], contextWindow?: number) =>
  (await import("../../server/test/faults/killed/killed-workers.ts")).setupKilledWorkers({
    process,
    models,
    contextWindow,
  });

const two = ["rehearsal/atlas", "priced/briar"];
const three = ["priced/atlas", "priced/briar", "priced/cedar"];
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
  {
    name: "merging, three models, inputs combined, embedded",
    needsServer: false,
    open: () => alone("merging", three, smallWindow),
  },
  {
    name: "merging, three models, inputs combined, two workers on a server",
    needsServer: true,
    open: () => onServer("merging", three, smallWindow),
  },
  { name: "classic, two models, two workers on a server", needsServer: true, open: () => onServer("classic", two) },
];

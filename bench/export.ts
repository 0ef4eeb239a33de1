import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs, promisify } from "node:util";
import { createDeflateRaw } from "node:zlib";
import type { ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { z } from "zod";
import { fillProject } from "../server/src/exports/fill-project.fixture.ts";
import {
  createDatabase,
  createLog,
  createPostgresEngine,
  migrate,
  newId,
  systemClock,
} from "../server/src/platform/index.ts";
import { seedProcesses } from "../server/src/process/recipes/index.ts";
import { createProject, createSession } from "../server/src/process/sessions/index.ts";
import { openBenchServer } from "./bench-server.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";

export const exporting: Benchmark = {
  name: "export",
  about: "export and import of 1 GB: memory, and speed compared with hashing and packing the same bytes",
  run: runExport,
};

const program = join(import.meta.dirname, "..", "server", "test", "faults", "export-worker.ts");
const mb = 2 ** 20;
const standardMb = 1024;
const Line = z.object({
  rss: z.number(),
  bytes: z.number(),
  exportMs: z.number(),
  verifyMs: z.number(),
  importMs: z.number(),
});

async function runExport(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { mb: { type: "string", default: String(standardMb) } } });
  const size = Number(values.mb);
  await using server = await openBenchServer({ durable: false });
  await using fresh = await server.freshDatabase();
  const { userId, projectIds } = await prepare(fresh.url, [4, size], tell);
  await fresh.settle();
  tell("Exporting, verifying and importing in a process with a heap of 64 MB.");
  const said = await runProgram([fresh.url, userId, ...projectIds], tell);
  const [small, large] = said
    .trim()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
  if (!small || !large) throw new Error("The measured process ended before it printed both results.");
  tell("Hashing and packing the same number of bytes, and nothing else.");
  const limitMs = await packAlone(size * mb);
  const figures = {
    mb: size,
    zipMb: Math.round(large.bytes / mb),
    limitMs,
    exportMs: large.exportMs,
    verifyMs: large.verifyMs,
    importMs: large.importMs,
    memoryAboveSmallMb: Math.round((large.rss - small.rss) / mb),
  };
  return { figures, text: report(figures), standard: size === standardMb };
}

/**
 * Limits the old generation of V8's heap to 64 MB. The young generation is limited too, because by default it may take
 * about as much again.
 */
const smallHeap = ["--max-old-space-size=64", "--max-semi-space-size=4"];

async function runProgram(args: readonly string[], tell: (line: string) => void): Promise<string> {
  const running = promisify(execFile)(process.execPath, [...smallHeap, program, ...args]);
  if (running.child.stderr) createInterface(running.child.stderr).on("line", tell);
  return (await running).stdout;
}

async function prepare(
  url: string,
  sizes: readonly number[],
  tell: (line: string) => void,
): Promise<{ userId: UserId; projectIds: ProjectId[] }> {
  const database = createDatabase(createPostgresEngine(url));
  try {
    await migrate(database);
    await seedProcesses(database);
    const userId = newId<UserId>();
    await database.asOwner((db) => sql`insert into users (id, name) values (${userId}, 'bench')`.execute(db));
    const models = { env: {}, dataDir: null };
    const ctx = {
      db: database.as(userId),
      clock: systemClock,
      log: createLog("error"),
      models,
      continuations: 5,
      retryWindowMs: 900_000,
    };
    const projectIds: ProjectId[] = [];
    for (const size of sizes) {
      tell(`Making a project of ${size} MB.`);
      const { id: projectId } = await createProject(ctx, { brief: "Plant hedges.", process: "brief" });
      const session = { projectId, models: ["rehearsal/atlas"], auto: false, start: false };
      const { id: sessionId } = await createSession(ctx, session);
      await fillProject(ctx.db, { projectId, sessionId, bytes: size * mb });
      projectIds.push(projectId);
    }
    return { userId, projectIds };
  } finally {
    await database.close();
  }
}

/** The lower bound of an export: hashes and compresses the same kind of text once, piece by piece. */
async function packAlone(bytes: number): Promise<number> {
  const hex = (n: number) => createHash("md5").update(String(n)).digest("hex");
  const piece = Buffer.from(Array.from({ length: 8192 }, (_, n) => hex(n)).join(""));
  const hash = createHash("sha256");
  const began = performance.now();
  for (let done = 0; done < bytes; done += piece.length) {
    hash.update(piece);
    await pipeline(
      Readable.from([piece]),
      createDeflateRaw(),
      new Writable({ write: (_chunk, _encoding, next) => next() }),
    );
  }
  return Math.round(performance.now() - began);
}

type Figures = Record<"mb" | "zipMb" | "limitMs" | "exportMs" | "verifyMs" | "importMs" | "memoryAboveSmallMb", number>;

function report(figures: Figures): string {
  const row = (what: string, ms: number) => [
    what,
    (ms / 1000).toFixed(1),
    (figures.mb / (ms / 1000)).toFixed(0),
    `${(ms / figures.limitMs).toFixed(2)} ×`,
  ];
  const rows = [
    row("hash and pack alone", figures.limitMs),
    row("export", figures.exportMs),
    row("verify", figures.verifyMs),
    row("import", figures.importMs),
  ];
  return [
    printTable(["", "s", "MB/s", "of packing alone"], rows),
    "",
    `${figures.mb} MB of texts, ${figures.zipMb} MB as a zip. Additional memory, compared with a project of 4 MB: ${figures.memoryAboveSmallMb} MB.`,
  ].join("\n");
}

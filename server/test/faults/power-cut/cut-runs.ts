import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expireAllLeases } from "#jobs";
import type { Database } from "#platform";
import { startPricedProvider } from "#test";
import { judge } from "../killed/judge.ts";
import {
  answerAsCounted,
  brief,
  type Course,
  close,
  command,
  type KilledRun,
  maxOutputTokens,
  quiet,
  type Wanted,
} from "../killed/killed-run.ts";
import { closeBooks, inFolder, readBooks } from "../killed/read-books.ts";
import { readTree } from "../killed/read-tree.ts";
import { encode } from "./disk-log.ts";
import { type Cut, readRecordedDisk, recording, tornBy } from "./recorded-disk.ts";

/**
 * The number of moments at which the power can be cut: a few while the data folder is being created, most of them
 * afterwards.
 */
const [early, moments] = [40, 400];
const kinds = ["unsynced writes lost", "unsynced writes torn"] as const;
const toppedUp = "topped up";
/** Because of the idempotency key, the top-up is booked only once, however often it is requested. */
const topUp = ["wallet", "top-up", "1000", "--key", "enough"];

type Folders = { data: string; out: string };
const foldersIn = (dir: string): Folders => ({ data: join(dir, "data"), out: join(dir, "out") });
const asOptions = ({ data, out }: Folders): string[] => ["--data", data, "--out", out];

/**
 * Sets up a run of the program, from an empty disk to its last file, with all disk operations recorded. Then the power can
 * be cut at any moment of the run: the program opens the data that is left, audits the books, and resumes the run until it
 * is done.
 */
export async function setupPowerCuts({ process, models }: Pick<Course, "process" | "models">) {
  const root = mkdtempSync(join(tmpdir(), "dialectic-power-run-"));
  const provider = await startPricedProvider({ answer: answerAsCounted });
  const places = { under: join(root, "disk"), log: join(root, "log") };
  const options = ["--models", models.join(","), "--max-output-tokens", `${maxOutputTokens}`];
  const run = ["run", brief, "--process", process, ...options];

  mkdirSync(places.under);
  const first = foldersIn(places.under);
  const recorded = { ...quiet, ...recording(places) };
  await command([...topUp, "--data", first.data], recorded);
  appendFileSync(places.log, encode({ op: "told", what: { point: toppedUp, of: "" } }, Buffer.alloc(0)));
  provider.listIn(first.data);
  await command([...run, ...asOptions(first)], recorded);
  const disk = readRecordedDisk(places);
  const wanted: Wanted = { tree: readTree(first.out), ...(await inFolder(first.data, close)) };
  let cuts = 0;

  const opened = disk.records.findIndex((record) => record.op === "told");
  function toCut(point: string): Cut {
    const [kind, name = ""] = point.split("#");
    const moment = Number(name);
    const since = (moment - early) / (moments - early);
    const after = moment < early ? (moment / early) * opened : opened + since * (disk.records.length - opened);
    return { after: Math.round(after), damage: kind === kinds[0] ? { kind: "lost" } : tornBy(moment) };
  }

  return {
    wanted,
    points: Array.from({ length: moments }, (_, index) => kinds.map((kind) => `${kind}#${index + 1}`)).flat(),
    /** Cuts the power at one point. */
    async killAt([point = ""]: readonly string[]): Promise<KilledRun> {
      cuts += 1;
      const dir = join(root, `cut-${cuts}`);
      const folders = foldersIn(dir);
      const cut = toCut(point);
      disk.cut(dir, cut);
      mkdirSync(folders.data, { recursive: true, mode: 0o700 });
      provider.listIn(folders.data); // a person writes these files before the run, so the cut does not affect them
      await command(["wallet", "audit", "--data", folders.data]);
      const { sessionId, held, missing } = await inFolder(folders.data, async (database) => {
        const missing = await missingOf(database, disk.toldBefore(cut.after));
        const books = await readBooks(database);
        await expireAllLeases(database); // as the next start would, because dead processes hold no leases
        await closeBooks(database);
        return { ...books, missing };
      });
      await command([...topUp, "--data", folders.data]);
      const again = sessionId ? ["session", "resume", sessionId] : run;
      await command([...again, ...asOptions(folders)]);
      const { books, receipts } = await inFolder(folders.data, close);
      const problems = [...missing, ...judge({ books, lost: held, receipts, tree: readTree(folders.out), wanted })];
      rmSync(dir, { recursive: true, force: true });
      return { deaths: [{ at: point, died: true, lost: held }], problems };
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Lists rows that are missing although they were acknowledged before the cut: outcomes of jobs, and money. */
async function missingOf(database: Database, told: readonly unknown[]): Promise<string[]> {
  const points = told as { point: string; of: string }[];
  const acknowledged = points.map(({ point, of }) => (of === "" ? point : `${point}: ${of}`));
  const { rows } = await database.asOwner((db) => found.execute(db));
  return rows.flatMap(({ what, count }) => {
    const wanted = acknowledged.filter((one) => one === what).length;
    return count < wanted ? [`${count} of ${wanted} acknowledged: ${what}`] : [];
  });
}

/** Counts rows by the point that acknowledged them. */
const found = sql<{ what: string; count: number }>`
  select format('outcome recorded: %s done', kind) as what, count(*) filter (where status = 'completed')::int as count
  from (values ('plan'), ('combine'), ('execute'), ('render')) as kinds (kind) left join jobs using (kind)
  group by kind
  union all
  select ${toppedUp}, count(*)::int from wallet_transactions where kind = 'top-up'`;

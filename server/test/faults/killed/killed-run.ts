import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expireAllLeases } from "#jobs";
import { countBy } from "#models";
import type { Database } from "#platform";
import { type PricedAnswer, type PricedRequest, startCli, startPricedProvider, writeRequestedWords } from "#test";
import { judge } from "./judge.ts";
import { mergingFolder } from "./merging.ts";
import { type Books, closeBooks, inFolder, readBooks } from "./read-books.ts";
import { readReceipts } from "./read-receipts.ts";
import { readTree, type Tree } from "./read-tree.ts";

export type Course = {
  process: "brief" | "classic" | "merging";
  models: string[];
  /** Can be set so small that prompts are shortened or their inputs combined. By default, every prompt fits. */
  contextWindow?: number | undefined;
  /** The number of proposals per model. */
  proposals?: number | undefined;
};
export type Death = {
  at: string;
  /** False if the run ended normally because it never reached the point. */
  died: boolean;
  /** The number of calls that were running when the process died, according to the holds. */
  lost: number;
  /**
   * The number of running calls according to the points that the process had passed; null if the points do not determine it.
   */
  underWay?: 0 | 1 | null;
};
export type KilledRun = { deaths: Death[]; problems: string[] };
/** The undisturbed run's results. */
export type Wanted = { tree: Tree; books: Books; receipts: string[] };

export const brief = new URL("../../../../examples/garden.md", import.meta.url).pathname;
const preload = `--import=${pathToFileURL(join(import.meta.dirname, "die-at.ts")).href}`;
/** Switches off vectors, which are not needed because these runs do not search. */
export const quiet = { DIALECTIC_EMBEDDINGS: "off" };

/** The environment variables that make the program die at a point and record the points that it passes. */
export const dying = (at: string, passed: string): NodeJS.ProcessEnv => ({
  ...quiet,
  NODE_OPTIONS: preload,
  DIE_AT: at,
  PASSED: passed,
});

/** So small that documents take more than one request. */
export const maxOutputTokens = 2300;

export const close = async (database: Database) => ({
  books: await closeBooks(database),
  receipts: await readReceipts(database),
});

/**
 * Reports a usage that keeps the token factor at its initial value. With any other usage, the usable window would depend on
 * how many calls had ended when the factor was last read.
 */
export async function answerAsCounted(asked: PricedRequest): Promise<PricedAnswer> {
  const answer = await writeRequestedWords(asked);
  const texts = [asked.instructions, ...asked.messages.map(({ content }) => content)];
  const counted = texts.reduce((sum, text) => sum + 8 + countBy("pieces", text), 0);
  return { ...answer, usage: { ...answer.usage, inputTokens: Math.floor(counted * 1.018) } };
}

const readPoints = (passed: string): string[] => readFileSync(passed, "utf8").trimEnd().split("\n");

export async function command(args: string[], env: NodeJS.ProcessEnv = quiet): Promise<number | null> {
  const started = startCli([...args, "--json"], env);
  started.child.stdin?.end();
  const { code, stderr } = await started.finished;
  if (code !== 0 && code !== null) throw new Error(`dialectic ${args[0]} ${args[1]} ended with ${code}: ${stderr}`);
  return code;
}

/**
 * Sets up runs of one scenario, each in its own data folder with money in the wallet, and an undisturbed run to compare them
 * with.
 */
export async function setupKilledRuns({ process, models, contextWindow, proposals = 1 }: Course) {
  const root = mkdtempSync(join(tmpdir(), "dialectic-killed-"));
  const provider = await startPricedProvider({ ...(contextWindow && { contextWindow }), answer: answerAsCounted });
  const first = join(root, "first");
  mkdirSync(first);
  provider.listIn(first);
  await command(["wallet", "top-up", "1000", "--data", first]);
  if (process === "merging") await command(["template", "add", mergingFolder, "--data", first]);
  const of = process === "merging" ? ["--domain", process] : ["--process", process];
  const limits = ["--max-output-tokens", `${maxOutputTokens}`, "--proposals", `${proposals}`];
  const options = ["--models", models.join(","), ...limits];
  const run = ["run", brief, ...of, ...options];
  let folders = 0;

  function newFolder() {
    folders += 1;
    const folder = join(root, String(folders));
    const [data, out, passed] = [join(folder, "data"), join(folder, "out"), join(folder, "passed")];
    cpSync(first, data, { recursive: true });
    return { folder, data, out, passed, places: ["--data", data, "--out", out] };
  }

  const undisturbed = newFolder();
  await command([...run, ...undisturbed.places], dying("", undisturbed.passed));
  const wanted: Wanted = { tree: readTree(undisturbed.out), ...(await inFolder(undisturbed.data, close)) };

  return {
    wanted,
    /** Every point that the undisturbed run passed, in order, such as `model answered#2`. */
    points: readPoints(undisturbed.passed),
    /** Kills the run at the first point, restarts it, kills it at the next point, and so on; finally lets it finish. */
    async killAt(points: readonly string[]): Promise<KilledRun> {
      const { folder, data, out, passed, places } = newFolder();
      const deaths: Death[] = [];
      let again = run;
      for (const at of points) {
        rmSync(passed, { force: true });
        const died = (await command([...again, ...places], dying(at, passed))) === null;
        const { sessionId, held } = await inFolder(data, async (database) => {
          const books = await readBooks(database);
          await expireAllLeases(database); // as the next start does first: the process is dead, so its leases are void
          await closeBooks(database);
          return books;
        });
        deaths.push({ at, died, lost: held, underWay: callUnderWay(readPoints(passed)) });
        if (sessionId) again = ["session", "resume", sessionId];
      }
      await command([...again, ...places]);
      const { books, receipts } = await inFolder(data, close);
      const lost = deaths.reduce((sum, death) => sum + death.lost, 0);
      const problems = judge({ books, lost, receipts, tree: readTree(out), wanted });
      rmSync(folder, { recursive: true, force: true });
      return { deaths, problems };
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/**
 * Determines from the points that a process had passed whether a call was running when it died: 1 or 0. Valid only for runs
 * that make one call at a time. Null if the process died while money was being held or an outcome was being committed,
 * because only the database knows whether that succeeded.
 */
function callUnderWay(points: readonly string[]): 0 | 1 | null {
  const begun = points.findLastIndex((point) => point.startsWith("prompt built"));
  if (begun < 0) return 0;
  const since = points.slice(begun);
  const passed = (name: RegExp) => since.some((point) => name.test(point));
  if (passed(/^outcome recorded: (?:plan|execute) /)) return 0;
  if (passed(/^outcome written: (?:plan|execute) /)) return null;
  return passed(/^money held/) ? 1 : null;
}

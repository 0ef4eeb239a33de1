import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AppError, assertNoTransaction } from "#platform";

/** One line of the process's input. The tables come first, then the statement. */
export type QueryLine =
  | { table: string; columns: readonly string[]; rows: readonly (string | number | null)[][] }
  | { statement: string };

const QueryAnswer = z.union([
  z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())), isCut: z.boolean() }),
  z.object({ error: z.string() }),
]);
export type QueryAnswer = z.infer<typeof QueryAnswer>;

const script = fileURLToPath(new URL("./query-process.ts", import.meta.url));
const mostMs = 5_000;
const mostAnswerBytes = 4_000_000;
/** Limited, because each query process takes about 60 MB of memory. */
const mostProcesses = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a statement on tables in a separate process. The process is killed when the time is up or the signal aborts:
 * there is no other way to stop a statement that never ends.
 */
export async function runQuery(lines: readonly QueryLine[], signal: AbortSignal): Promise<QueryAnswer> {
  assertNoTransaction("running a query process");
  if (running >= mostProcesses) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    signal.throwIfAborted();
    return await runProcess(lines, signal);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function runProcess(lines: readonly QueryLine[], signal: AbortSignal): Promise<QueryAnswer> {
  const rights = ["--permission", "--allow-worker", `--allow-fs-read=${script}`];
  const child = spawn(
    process.execPath,
    [...rights, "--disable-warning=ExperimentalWarning", "--max-old-space-size=256", script],
    // The child gets an empty environment, because the environment of this process contains provider keys.
    { env: {}, stdio: ["pipe", "pipe", "pipe"], signal, timeout: mostMs, killSignal: "SIGKILL" },
  );
  const closed = once(child, "close");
  closed.catch(() => undefined); // `closed` is awaited below; until then a rejection must not count as unhandled
  child.stdin.on("error", () => undefined); // the process ended early: its exit code explains why
  for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`);
  child.stdin.end();
  let answer = "";
  let trouble = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    answer += piece;
    if (answer.length > mostAnswerBytes) child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    trouble = `${trouble}${piece}`.slice(-2_000);
  });
  const [code, killed] = (await closed) as [number | null, string | null];
  if (killed !== null) {
    throw new AppError(
      "invalid_input",
      `The query was stopped: it took longer than ${mostMs / 1_000} s or used too much memory.`,
    );
  }
  if (code !== 0) throw new AppError("internal", `The query process ended with code ${code}: ${trouble}`);
  return QueryAnswer.parse(JSON.parse(answer));
}

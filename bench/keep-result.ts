import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The newest result of a benchmark is a file of its own; older ones are in the repository's history. */
export async function keepResult(name: string, result: Record<string, unknown>): Promise<string> {
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  return `bench/results/${name}.json`;
}

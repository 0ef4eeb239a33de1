import { glob } from "node:fs/promises";
import { z } from "zod";
import { tryCommand } from "../provision/run-command.ts";
import { tool } from "../tool.ts";

const sourceFolders = ["contract/src", "server/src", "server/test", "web/src", "scripts", "bench"];

// Guards against a checker that reads no files: with an unsuitable TypeScript version, dependency-cruiser read 0 files
// and reported success.
const fewestModules = 50;

const cruiseSchema = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

export interface LayerReport {
  /** Number of our own files that the checker read. */
  seen: number;
  /** Files that exist but were not read by the checker. */
  unseen: string[];
  violations: Violation[];
}

/** Reads every import in the repository and checks it against `.dependency-cruiser.cjs` and `layers.json`. */
export async function cruiseLayers(repository: string): Promise<LayerReport> {
  const files = await Array.fromAsync(
    glob(
      sourceFolders.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: repository },
    ),
  );
  const folders = sourceFolders.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders];
  const depcruise = tool("dependency-cruiser", "depcruise");
  const { output } = await tryCommand(process.execPath, [depcruise, ...args], { cwd: repository });
  const cruise = parseCruise(output);
  const seen = new Set(cruise.modules.map((module) => module.source));
  return {
    seen: files.filter((file) => seen.has(file)).length,
    unseen: files.filter((file) => !seen.has(file)),
    violations: cruise.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

function parseCruise(output: string): z.infer<typeof cruiseSchema> {
  try {
    return cruiseSchema.parse(JSON.parse(output));
  } catch (cause) {
    throw new Error(`dependency-cruiser printed no report:\n${output.slice(0, 2_000)}`, { cause });
  }
}

/** The problems, one sentence each; empty if there are none. */
export function judgeLayers(report: LayerReport, fewest: number = fewestModules): string[] {
  const problems = report.violations.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`);
  if (report.unseen.length > 0) problems.push(`not read: ${report.unseen.join(", ")}`);
  if (report.seen < fewest) problems.push(`only ${report.seen} files were read, and at least ${fewest} were expected`);
  return problems;
}

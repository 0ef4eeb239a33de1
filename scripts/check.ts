/** `npm run check`: runs all static checks. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findForeignWords } from "./check/find-foreign-words.ts";
import { cruiseLayers, judgeLayers } from "./check/layers.ts";
import { runSteps, type Step, type StepOutcome } from "./check/run-steps.ts";
import { judgeSql, problemsIn } from "./check/sql-layers.ts";
import { tryCommand } from "./provision/run-command.ts";
import { repository } from "./repository.ts";
import { tool } from "./tool.ts";

/** Runs a script with this Node in the repository's folder. The step passes if the script exits with 0. */
async function script(path: string, ...args: string[]): Promise<StepOutcome> {
  const { code, output } = await tryCommand(process.execPath, [path, ...args], { cwd: repository });
  return { ok: code === 0, output };
}

/**
 * Checks types with the native compiler, which takes a third of the older compiler's time. The older one is still installed
 * for dependency-cruiser and sql-layers.ts, which use its API.
 */
function types(project: string, name: string): Promise<StepOutcome> {
  const memory = join(repository, ".cache", `${name}.tsbuildinfo`);
  return script(
    tool("typescript-native", "tsc"),
    "-p",
    project,
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    memory,
  );
}

function noneOf(problems: string[]): StepOutcome {
  return { ok: problems.length === 0, output: problems.join("\n") };
}

function has(path: string): boolean {
  return existsSync(join(repository, path));
}

// Several steps run at a time. Slow steps come first, so that the last step to start is a quick one.
const steps: Step[] = [
  { name: "types", run: () => types(".", "types") },
  ...(has("web/tsconfig.json") ? [{ name: "types of the web app", run: () => types("web", "types-web") }] : []),
  { name: "generated files", run: () => script("scripts/generate.ts", "--check") },
  { name: "nothing unused", run: () => script(tool("knip"), "--no-progress", "--treat-config-hints-as-errors") },
  { name: "layers", run: async () => noneOf(judgeLayers(await cruiseLayers(repository))) },
  { name: "layers of the SQL", run: async () => noneOf(problemsIn(judgeSql(repository))) },
  { name: "style", run: () => script(tool("@biomejs/biome", "biome"), "check", "--error-on-warnings", ".") },
  { name: "no foreign words", run: async () => noneOf(await findForeignWords(repository)) },
];

process.exitCode = (await runSteps(steps)) ? 0 : 1;

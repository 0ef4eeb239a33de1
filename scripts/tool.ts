import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repository } from "./repository.ts";

const packageSchema = z.object({ bin: z.record(z.string(), z.string()) });

/**
 * The script behind a command-line tool among our own dependencies, to be run by the Node that runs us. The links in
 * node_modules/.bin would take whichever Node comes first on the path, and do not exist in this form on Windows.
 */
export function tool(packageName: string, command: string = packageName): string {
  const folder = join(repository, "node_modules", packageName);
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const script = bin[command];
  if (!script) throw new Error(`${packageName} has no command ${command}; run "npm ci"`);
  return join(folder, script);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repository } from "./repository.ts";

const packageSchema = z.object({ bin: z.record(z.string(), z.string()) });

/**
 * Returns the path of the script behind a dependency's command-line tool, so that the current Node can run it. The links in
 * node_modules/.bin would use the first Node on the PATH, and they differ on Windows.
 */
export function tool(packageName: string, command: string = packageName): string {
  const folder = join(repository, "node_modules", packageName);
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const script = bin[command];
  if (!script) throw new Error(`${packageName} has no command ${command}; run "npm ci"`);
  return join(folder, script);
}

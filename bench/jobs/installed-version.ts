import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repository } from "../../scripts/repository.ts";

const Package = z.object({ version: z.string() });

/** The measured version, read from the installed package and not from package.json. */
export function installedVersion(name: string): string {
  const path = join(repository, "node_modules", name, "package.json");
  return Package.parse(JSON.parse(readFileSync(path, "utf8"))).version;
}

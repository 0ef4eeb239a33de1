import type { Database } from "#platform";
import { keepTemplates } from "./keep-templates.ts";
import { lockSeed } from "./process.store.ts";
import { checkSeed, readSeedFiles, type SeedFiles } from "./seed-files.ts";

/** Brings the tables up to what the seed files say: the templates that everybody has. */
export async function seedProcesses(
  database: Database,
  files: SeedFiles = readSeedFiles(),
): Promise<{ added: string[]; warnings: string[] }> {
  const checked = checkSeed(files);
  return database.asOwner(async (db) => {
    await lockSeed(db);
    return { added: await keepTemplates(db, checked, () => null), warnings: checked.warnings };
  });
}

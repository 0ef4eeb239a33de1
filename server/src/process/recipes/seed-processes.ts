import type { Database } from "#platform";
import { keepTemplates } from "./keep-templates.ts";
import { lockSeed } from "./process.store.ts";
import { checkSeed, type SeedFiles, shippedSeed } from "./seed-files.ts";

/** Brings the tables up to what the seed files say: the templates that everybody has. */
export async function seedProcesses(
  database: Database,
  files?: SeedFiles,
): Promise<{ added: string[]; warnings: string[] }> {
  const checked = files ? checkSeed(files) : shippedSeed();
  return database.asOwner(async (db) => {
    await lockSeed(db);
    return { added: await keepTemplates(db, checked, () => null), warnings: checked.warnings };
  });
}

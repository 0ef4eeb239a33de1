import type { Database } from "#platform";
import { checkSeed, type SeedFiles, shippedSeed } from "./files/seed-files.ts";
import { lockSeed } from "./process.store.ts";
import { saveTemplates } from "./templates/save-templates.ts";

/** Updates the tables from the seed files, which contain the shipped templates. */
export async function seedProcesses(
  database: Database,
  files?: SeedFiles,
): Promise<{ added: string[]; warnings: string[] }> {
  const checked = files ? checkSeed(files) : shippedSeed();
  return database.asOwner(async (db) => {
    await lockSeed(db);
    return { added: await saveTemplates(db, checked, () => null), warnings: checked.warnings };
  });
}

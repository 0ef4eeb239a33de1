import type { AddedTemplates, NewTemplates } from "@dialectic/contract";
import { z } from "zod";
import type { UserDb } from "#platform";
import { invalidFile, type NamedText, readFileAs } from "../files/file-error.ts";
import { promptKeys } from "../files/recipe-file.ts";
import { type CheckedSeed, checkSeed, readSeedFiles, type SeedFiles } from "../files/seed-files.ts";
import { lockSeed, type Versioned } from "../process.store.ts";
import { saveTemplates } from "./save-templates.ts";

/**
 * Adds a user's own prompts, recipes, processes and domains, which only this user can see. If one of them is invalid, adds
 * none. They may use shipped templates but must not have the same keys, because a shipped template is the same for all
 * users.
 */
export async function addTemplates(
  ctx: { db: UserDb },
  { files }: z.output<typeof NewTemplates>,
): Promise<AddedTemplates> {
  const shipped = readSeedFiles();
  const own = toSeedFiles(files);
  const taken = keysOf(checkSeed(shipped));
  assertOwnKeys(own, taken);
  const checked = checkSeed({
    prompts: new Map([...shipped.prompts, ...own.prompts]),
    recipes: [...shipped.recipes, ...own.recipes],
    processes: [...shipped.processes, ...own.processes],
    domains: [...shipped.domains, ...own.domains],
  });
  assertUsed(own, checked);
  return ctx.db.tx(async (db) => {
    await lockSeed(db);
    const added = await saveTemplates(db, checked, (table, key) => (taken[table].has(key) ? null : ctx.db.userId));
    return { added, warnings: checked.warnings };
  });
}

const Folder = z.enum(["prompts", "recipes", "processes", "domains"]);

function toSeedFiles(files: readonly { path: string; text: string }[]): SeedFiles {
  const prompts = new Map<string, string>();
  const lists = { recipes: [], processes: [], domains: [] } as Record<"recipes" | "processes" | "domains", NamedText[]>;
  for (const { path, text } of files) {
    const [, first, name = "", ending] = /^([a-z]+)\/([a-z][a-z0-9-]*)(\.[a-z]+)$/.exec(path) ?? [];
    const folder = Folder.safeParse(first).data;
    if (!folder || ending !== (folder === "prompts" ? ".md" : ".yaml")) {
      const forms = "prompts/NAME.md, recipes/NAME.yaml, processes/NAME.yaml or domains/NAME.yaml";
      throw invalidFile(
        path,
        [],
        `a template must be named ${forms}, where NAME has only lower-case letters, digits and hyphens.`,
      );
    }
    if (folder === "prompts") prompts.set(name, text.trim());
    else lists[folder].push({ name: path, text });
  }
  return { prompts, ...lists };
}

type Keys = Record<Versioned, ReadonlySet<string>>;

const keysOf = ({ prompts, recipes, processes, domains }: CheckedSeed): Keys => ({
  prompt_templates: new Set(prompts.keys()),
  recipes: new Set(recipes.keys()),
  process_templates: new Set(processes.map((one) => one.key)),
  domains: new Set(domains.map((one) => one.key)),
});

const Keyed = z.looseObject({ key: z.string() });

function assertOwnKeys(own: SeedFiles, taken: Keys): void {
  for (const key of own.prompts.keys()) {
    if (taken.prompt_templates.has(key))
      throw invalidFile(
        `prompts/${key}.md`,
        [],
        `a prompt "${key}" is shipped with the program; give yours another name.`,
      );
  }
  const lists = [
    [own.recipes, taken.recipes],
    [own.processes, taken.process_templates],
    [own.domains, taken.domains],
  ] as const;
  for (const [files, shipped] of lists) {
    const seen = new Set<string>();
    for (const file of files) {
      const { key } = readFileAs(Keyed, file);
      if (shipped.has(key))
        throw invalidFile(file.name, ["key"], `"${key}" is shipped with the program; give yours another key.`);
      if (seen.has(key)) throw invalidFile(file.name, ["key"], `two files have the key "${key}".`);
      seen.add(key);
    }
  }
}

/**
 * Throws if a prompt is unused, because its key is probably misspelt. Prompts are validated only with the recipes that use
 * them.
 */
function assertUsed(own: SeedFiles, { recipes }: CheckedSeed): void {
  const used = new Set([...recipes.values()].flatMap(promptKeys));
  for (const key of own.prompts.keys()) {
    if (!used.has(key)) throw invalidFile(`prompts/${key}.md`, [], "no recipe uses it.");
  }
}

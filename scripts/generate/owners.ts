import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repository } from "../repository.ts";
import type { Catalog } from "./read-catalog.ts";

/** A module of the server: its folder, what its face says it keeps, and its code. */
type Module = { folder: string; tables: string; code: string };
type Named = { name: string; definition: string };

const layers = z.record(z.string(), z.array(z.string()));

/** From the lowest layer up. */
function readModules(): Module[] {
  const order = layers.parse(JSON.parse(readFileSync(join(repository, "layers.json"), "utf8")));
  const folders = Object.entries(order).flatMap(([layer, names]) =>
    names.length === 0 ? [`server/src/${layer}`] : names.map((name) => `server/src/${layer}/${name}`),
  );
  return folders
    .filter((folder) => existsSync(join(repository, folder, "index.ts")))
    .map((folder) => {
      const face = readFileSync(join(repository, folder, "index.ts"), "utf8");
      // One sentence: what stands in brackets says something about them.
      const tables = /^ \* (?:Tables:|Owns the tables?) [^.]*/m.exec(face.replace(/\([^)]*\)/g, ""))?.[0] ?? "";
      const files = globSync(`${folder}/**/*.ts`, { cwd: repository }).filter(
        (path) => !/\.test\.ts$|\/tables\.ts$/.test(path),
      );
      return { folder, tables, code: files.map((path) => readFileSync(join(repository, path), "utf8")).join("\n") };
    });
}

const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/**
 * Which module each table and each rule (function or view) belongs to. A table belongs to the module whose face says so. A rule belongs
 * where what it writes does, or its trigger: if that is several modules, to the highest, which may know the others. One that only reads
 * belongs to the lowest that asks for it, in its code or by another rule; what nobody asks for in particular, to the platform.
 */
export function findOwners(catalog: Catalog): { ofTable(name: string): string; ofRule(one: Named): string } {
  const modules = readModules();
  const tables = [...new Set(catalog.columns.map(({ table }) => table))];
  const owners = new Map(tables.map((table) => [table, ownerOf(table, modules)]));
  const rules: Named[] = [...catalog.functions, ...catalog.views];
  const inOrder = (found: readonly string[]): string[] =>
    modules.map(({ folder }) => folder).filter((folder) => found.includes(folder));

  const homes = new Map<string, string>();
  const reading: Named[] = [];
  for (const one of rules) {
    const triggered = catalog.triggers
      .filter(({ definition }) => mentions(definition, one.name))
      .map(({ table }) => table);
    const touched = triggered.length > 0 ? triggered : tables.filter((table) => writes(one.definition, table));
    const [lowest, ...higher] = inOrder(touched.flatMap((table) => owners.get(table) ?? []));
    const home = triggered.length > 0 && higher.length > 0 ? platform : (higher.at(-1) ?? lowest);
    if (home) homes.set(one.name, home);
    else reading.push(one);
  }
  // A rule may be asked for by one that is itself asked for by another: looked at again until nothing moves.
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { name } of reading) {
      const byCode = modules.filter(({ code }) => mentions(code, name)).map(({ folder }) => folder);
      const byRules = rules.filter((one) => one.name !== name && mentions(one.definition, name));
      const [home] = inOrder([...byCode, ...byRules.flatMap((one) => homes.get(one.name) ?? [])]);
      if (!home || home === homes.get(name)) continue;
      homes.set(name, home);
      isMoving = true;
    }
  }
  return { ofTable: (name) => owners.get(name) ?? platform, ofRule: ({ name }) => homes.get(name) ?? platform };
}

const platform = "server/src/platform";

function ownerOf(table: string, modules: readonly Module[]): string {
  if (table === "migrations") return platform;
  const own = modules.filter(({ tables }) => mentions(tables, table)).map(({ folder }) => folder);
  const [owner, ...others] = own;
  if (!owner || others.length > 0)
    throw new Error(
      `The table ${table} must be named by the face of one module; it is by ${own.join(", ") || "none"}.`,
    );
  return owner;
}

const writes = (definition: string, table: string): boolean =>
  new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from)\\s+${table}\\b`, "i").test(definition);

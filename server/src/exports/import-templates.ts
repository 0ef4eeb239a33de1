import type { UserId } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, type Tx } from "#platform";
import { DomainBundle, importDomain, importProcess, ProcessBundle } from "#recipes";
import { json } from "./rows/columns/values.ts";
import { parseLine } from "./rows/parse-line.ts";
import { readLines } from "./rows/read-lines.ts";
import { type RowPlace, rowError } from "./rows/row-error.ts";
import { domainsPath, processesPath } from "./rows/rows-paths.ts";
import type { OpenZip } from "./zip/open-zip.ts";

type Row = Record<string, unknown>;

/** Finds the ids of the templates that an export's sessions name. */
export type ImportedTemplates = {
  processOf(place: RowPlace, session: Row): string;
  domainOf(place: RowPlace, session: Row): string | null;
};

/** Finds the processes and domains of an export in the database, or adds them for the importing user only. */
export async function importTemplates(db: Tx, zip: OpenZip, ownerId: UserId): Promise<ImportedTemplates> {
  const processes = await importBundles(zip, processesPath, {
    schema: json(ProcessBundle),
    add: (bundle) => importProcess(db, bundle, ownerId),
  });
  const domains = await importBundles(zip, domainsPath, {
    schema: json(DomainBundle),
    add: (bundle) => importDomain(db, bundle, ownerId),
  });
  const find = (imported: ReadonlyMap<string, string>, place: RowPlace, name: unknown) => {
    const id = imported.get(String(name));
    if (id === undefined) throw rowError(place, `names ${name}, which is not in the export.`);
    return id;
  };
  return {
    processOf: (place, { process_template_id: name }) =>
      find(processes, { ...place, column: "process_template_id" }, name),
    domainOf: (place, { domain_id: name }) =>
      name === null || name === undefined ? null : find(domains, { ...place, column: "domain_id" }, name),
  };
}

/** Much larger than a template with its prompts usually is: the API accepts no file above 200 kB. */
const maxTemplateBytes = 16 * 2 ** 20;

/** Returns the ids of the templates by key, version and hash, because the sessions of an export name templates that way. */
async function importBundles<Bundle extends { key: string; version: number; sha256: string }>(
  zip: OpenZip,
  path: string,
  { schema, add }: { schema: z.ZodType<Bundle>; add: (bundle: Bundle) => Promise<string> },
): Promise<Map<string, string>> {
  const imported = new Map<string, string>();
  const table = path.replace(/^rows\/|\.jsonl$/g, "");
  let row = 0;
  for await (const line of readLines(zip.read(path), maxTemplateBytes)) {
    row += 1;
    const bundle = schema.safeParse(parseLine(line)?.value);
    if (!bundle.success) {
      const [issue] = bundle.error.issues;
      const column = issue?.path.join(".") || undefined;
      throw rowError({ table, row, column }, `${issue?.message ?? "this is not a template"}.`, bundle.error);
    }
    const { key, version, sha256: hash } = bundle.data;
    const id = await add(bundle.data).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "damaged_export")
        throw rowError({ table, row }, error.message, error);
      throw error;
    });
    imported.set(`${key}/${version}/${hash}`, id);
  }
  return imported;
}

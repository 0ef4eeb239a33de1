import type { UserId } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, type Tx } from "#platform";
import { adoptDomain, adoptProcess, DomainBundle, ProcessBundle } from "#recipes";
import { json } from "./rows/columns/values.ts";
import { parseLine } from "./rows/parse-line.ts";
import { readLines } from "./rows/read-lines.ts";
import { type RowPlace, rowFault } from "./rows/row-fault.ts";
import { domainsPath, processesPath } from "./rows/rows-paths.ts";
import type { OpenZip } from "./zip/open-zip.ts";

type Row = Record<string, unknown>;

/** Ids of the templates that sessions of an export name. */
export type AdoptedTemplates = {
  processOf(place: RowPlace, session: Row): string;
  domainOf(place: RowPlace, session: Row): string | null;
};

/** Finds the processes and domains of an export in the database, or adds them for the importer alone. */
export async function adoptTemplates(db: Tx, zip: OpenZip, ownerId: UserId): Promise<AdoptedTemplates> {
  const processes = await adopt(zip, processesPath, {
    schema: json(ProcessBundle),
    add: (bundle) => adoptProcess(db, bundle, ownerId),
  });
  const domains = await adopt(zip, domainsPath, {
    schema: json(DomainBundle),
    add: (bundle) => adoptDomain(db, bundle, ownerId),
  });
  const find = (adopted: ReadonlyMap<string, string>, place: RowPlace, name: unknown) => {
    const id = adopted.get(String(name));
    if (id === undefined) throw rowFault(place, `names ${name}, which is not in the export.`);
    return id;
  };
  return {
    processOf: (place, { process_template_id: name }) =>
      find(processes, { ...place, column: "process_template_id" }, name),
    domainOf: (place, { domain_id: name }) =>
      name === null || name === undefined ? null : find(domains, { ...place, column: "domain_id" }, name),
  };
}

/** No template with all its prompts is larger: the API takes files of 200 kB. */
const largestTemplate = 16 * 2 ** 20;

/** Ids by key, version and hash: how sessions name them. */
async function adopt<Bundle extends { key: string; version: number; sha256: string }>(
  zip: OpenZip,
  path: string,
  { schema, add }: { schema: z.ZodType<Bundle>; add: (bundle: Bundle) => Promise<string> },
): Promise<Map<string, string>> {
  const adopted = new Map<string, string>();
  const table = path.replace(/^rows\/|\.jsonl$/g, "");
  let row = 0;
  for await (const line of readLines(zip.read(path), largestTemplate)) {
    row += 1;
    const bundle = schema.safeParse(parseLine(line)?.value);
    if (!bundle.success) {
      const [issue] = bundle.error.issues;
      const column = issue?.path.join(".") || undefined;
      throw rowFault({ table, row, column }, `${issue?.message ?? "this is no template"}.`, bundle.error);
    }
    const { key, version, sha256: hash } = bundle.data;
    const id = await add(bundle.data).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "damaged_export")
        throw rowFault({ table, row }, error.message, error);
      throw error;
    });
    adopted.set(`${key}/${version}/${hash}`, id);
  }
  return adopted;
}

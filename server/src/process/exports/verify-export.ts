import { createHash } from "node:crypto";
import { AppError, sha256 } from "#platform";
import { Manifest, manifestPath } from "./manifest.ts";
import { largestText } from "./rows/read-lines.ts";
import { isSealIntact } from "./zip/check-seal.ts";
import { type OpenZip, openZip } from "./zip/open-zip.ts";

export type VerifiedExport = { manifest: Manifest; manifestSha256: string; files: number; bytes: number };

/** As many are named; the others are counted. */
const named = 10;

/** Reads an export from its first byte to its last and says what is wrong with it, file by file. Needs nothing but the file. */
export async function verifyExport(path: string): Promise<VerifiedExport> {
  await using zip = await openZip(path);
  return await verifyOpen(zip, path);
}

export async function verifyOpen(zip: OpenZip, path: string): Promise<VerifiedExport> {
  const text = await readManifest(zip);
  const manifest = parseManifest(text);
  const expected = new Map(Object.entries(manifest.files));
  const missing = [...expected.keys()].filter((name) => !zip.files.has(name));
  const extra = [...zip.files.keys()].filter((name) => name !== manifestPath && !expected.has(name));
  const altered: string[] = [];
  let bytes = 0;
  for (const [name, { sha256: hash }] of expected) {
    if (!zip.files.has(name)) continue;
    if ((await hashOf(zip, name)) !== hash) altered.push(name);
    bytes += zip.files.get(name)?.bytes ?? 0;
  }
  const faults = [...tell("altered", altered), ...tell("missing", missing), ...tell("not in the manifest", extra)];
  if (faults.length > 0) {
    throw new AppError("damaged_export", `${path} is not what was exported: ${faults.join("; ")}.`, {
      details: { altered, missing, extra },
    });
  }
  if (!(await isSealIntact(path))) {
    throw new AppError(
      "damaged_export",
      `${path} is not what was exported: its files are right, but what is between them was altered, or it was packed anew.`,
    );
  }
  return { manifest, manifestSha256: sha256(text), files: expected.size, bytes };
}

async function readManifest(zip: OpenZip): Promise<string> {
  if (zip.files.has(manifestPath)) return readText(zip, manifestPath);
  throw new AppError("damaged_export", `It has no ${manifestPath}: it is no export of a project.`);
}

/** A file as a whole: a text, or a manifest of half a million files. */
export async function readText(zip: OpenZip, name: string): Promise<string> {
  if ((zip.files.get(name)?.bytes ?? 0) > largestText)
    throw new AppError("damaged_export", `${name} is larger than any text of a project.`);
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parseManifest(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new AppError(
      "damaged_export",
      `Its ${manifestPath} was altered, or was written by a newer version of this program.`,
      { cause: error },
    );
  }
}

/** Null: it cannot be read to its end. */
async function hashOf(zip: OpenZip, name: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of zip.read(name)) hash.update(chunk);
  } catch (error) {
    if (error instanceof AppError && error.code === "damaged_export") return null;
    throw error;
  }
  return hash.digest("hex");
}

function tell(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > named ? ` and ${names.length - named} more` : "";
  return [`${what}: ${names.slice(0, named).join(", ")}${more}`];
}

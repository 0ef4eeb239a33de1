import { createHash } from "node:crypto";
import { AppError, sha256 } from "#platform";
import { Manifest, manifestPath } from "./manifest.ts";
import { maxTextBytes } from "./rows/read-lines.ts";
import { hasValidChecksum } from "./zip/checksum.ts";
import { type OpenZip, openZip } from "./zip/open-zip.ts";

export type VerifiedExport = { manifest: Manifest; manifestSha256: string; files: number; bytes: number };

/** The number of files that an error lists by name; further files are only counted. */
const maxNamed = 10;

/** Reads every byte of an export and reports the damaged files. Needs only the file, no database. */
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
  const problems = [
    ...describe("altered", altered),
    ...describe("missing", missing),
    ...describe("not in the manifest", extra),
  ];
  if (problems.length > 0) {
    throw new AppError("damaged_export", `${path} is not what was exported: ${problems.join("; ")}.`, {
      details: { altered, missing, extra },
    });
  }
  if (!(await hasValidChecksum(path))) {
    throw new AppError(
      "damaged_export",
      `${path} is not what was exported: its files are intact, but the bytes between them were altered, or it was packed again.`,
    );
  }
  return { manifest, manifestSha256: sha256(text), files: expected.size, bytes };
}

async function readManifest(zip: OpenZip): Promise<string> {
  if (zip.files.has(manifestPath)) return readText(zip, manifestPath);
  throw new AppError("damaged_export", `The file has no ${manifestPath}: it is not an export of a project.`);
}

/** Reads a whole file: a text, or the manifest. */
export async function readText(zip: OpenZip, name: string): Promise<string> {
  if ((zip.files.get(name)?.bytes ?? 0) > maxTextBytes)
    throw new AppError("damaged_export", `${name} is larger than 128 MiB, the limit for one text.`);
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
      `The file's ${manifestPath} was altered, or was written by a newer version of this program.`,
      { cause: error },
    );
  }
}

/** Returns null if the file cannot be read to its end. */
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

function describe(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  return [`${what}: ${names.slice(0, maxNamed).join(", ")}${more}`];
}

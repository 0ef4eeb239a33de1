/**
 * A process that writes files of every kind that must survive a power cut, some of them twice, and reports each file when it
 * is complete. `findLostFiles` checks the files after a power cut.
 */
import { channel } from "node:diagnostics_channel";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { keepSecret } from "#access";
import { writeBoardFolder } from "#board";
import { writeTree } from "#documents";
import { openBlobs, readConfig, sha256 } from "#platform";
import { writeWhole } from "../../../src/entry/cli/output/write-whole.ts";
import { settleIdentity } from "../../../src/platform/folder/folder-identity.ts";
import { prepareFolder } from "../../../src/platform/folder/prepare-folder.ts";
import type { ToldFile } from "./find-lost-files.ts";

const config = readConfig(process.env);
const told = channel("dialectic:told");
const tell = (path: string): void => told.publish({ path, text: readFileSync(path, "latin1") } satisfies ToldFile);

prepareFolder(config.dataDir);
settleIdentity(config.dataDir);
tell(join(config.dataDir, "identity.json"));
keepSecret(config.dataDir);
tell(join(config.dataDir, "secret"));

const spooled = join(config.dataDir, "spooled");
const hash = sha256("A plan.".repeat(1000));
writeFileSync(spooled, "A plan.".repeat(1000));
await openBlobs(config).put({ file: spooled, sha256: hash, bytes: 7000 });
tell(join(config.dataDir, "blobs", hash.slice(0, 2), hash));

const project = join(config.dataDir, "projects", "hedge");
for (const text of ["The first version.\n", "The second version, which is longer.\n"]) {
  const path = "project_readme.md";
  await writeTree({ dir: project, files: [{ path, text }] });
  tell(join(project, path));
  const card = { path: "Pending/01_plant.md", text: `---\ncard: x\n---\n${text}` };
  const before = join(project, card.path);
  const read = existsSync(before) ? [{ path: card.path, text: readFileSync(before, "utf8") }] : [];
  await writeBoardFolder(project, { read, write: [card], remove: [], seen: [] });
  tell(before);
  const out = join(project, "export.csv");
  await writeWhole(out, Readable.from([text.repeat(500)]), { what: "The statement", option: "--csv" });
  tell(out);
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A domain and process of one's own, in which proposals too large for one prompt are combined first. */
export const mergingFolder = new URL("../../../../examples/merging", import.meta.url).pathname;

/** As `dialectic template add` sends them. */
export const mergingFiles = (): { path: string; text: string }[] =>
  readdirSync(mergingFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(mergingFolder.length + 1), text: readFileSync(file, "utf8") }));

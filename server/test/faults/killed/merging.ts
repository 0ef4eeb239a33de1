import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A custom domain and process that combine proposals which are too large for one prompt. */
export const mergingFolder = new URL("../../../../examples/merging", import.meta.url).pathname;

/** The templates in the form in which `dialectic template add` sends them. */
export const mergingFiles = (): { path: string; text: string }[] =>
  readdirSync(mergingFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(mergingFolder.length + 1), text: readFileSync(file, "utf8") }));

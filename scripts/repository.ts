import { dirname } from "node:path";

/** The repository's own folder, wherever it was cloned and whatever the current folder is. */
export const repository = dirname(import.meta.dirname);

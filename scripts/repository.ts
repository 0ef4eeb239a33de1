import { dirname } from "node:path";

/** The root folder of the repository. */
export const repository = dirname(import.meta.dirname);

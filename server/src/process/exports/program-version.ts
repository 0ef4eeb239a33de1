import { readFileSync } from "node:fs";
import { z } from "zod";

/** Of the program that writes an export. */
export const { version: programVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")));

import { Overlay } from "@dialectic/contract";
import { z } from "zod";
import { invalidFile, type NamedText, readFileAs } from "./file-error.ts";
import type { ProcessFile } from "./process-file.ts";

/** The format of a domain file. */
export const DomainFile = z.strictObject({
  key: z.string().regex(/^[a-z][a-z-]*$/, "must be lower-case letters and hyphens, starting with a letter"),
  name: z.string().min(1),
  about: z.string().min(1),
  /** The keys of the processes that the domain offers. */
  processes: z.array(z.string()).min(1, "a domain must offer at least one process"),
  default: z.string(),
  overlay: Overlay.default({}),
});
export type DomainFile = z.infer<typeof DomainFile>;

/** Parses a domain file and checks its processes against the known ones. */
export function parseDomain(file: NamedText & { processes: readonly ProcessFile[] }): DomainFile {
  const domain = readFileAs(DomainFile, file);
  for (const [index, key] of domain.processes.entries()) {
    if (!file.processes.some((process) => process.key === key))
      throw invalidFile(file.name, ["processes", index], `there is no process "${key}".`);
    if (domain.processes.indexOf(key) < index)
      throw invalidFile(file.name, ["processes", index], `"${key}" is listed twice.`);
  }
  if (!domain.processes.includes(domain.default))
    throw invalidFile(file.name, ["default"], `"${domain.default}" is not among the processes that the domain offers.`);
  return domain;
}

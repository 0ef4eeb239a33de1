import type { Overlay } from "@dialectic/contract";
import type { Command } from "commander";
import { readText } from "./read-text.ts";

export const addOverlayOption = (command: Command): Command =>
  command.option(
    "--overlay <file>",
    "YAML file whose texts go into every prompt and replace those of the domain; keys: role, standards, success_criteria, boundaries, stakeholders, compliance, deployment",
  );

/** The sections of the file; undefined if no file was given. */
export async function readOverlay(file: string | undefined): Promise<Overlay | undefined> {
  if (file === undefined) return undefined;
  const { text, name = "stdin" } = await readText(file);
  const { parseOverlay } = await import("#recipes");
  return parseOverlay({ name, text });
}

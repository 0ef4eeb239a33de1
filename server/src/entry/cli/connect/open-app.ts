import type { App } from "#app";
import type { OpeningStep } from "#platform";
import type { Cli } from "../cli.ts";
import { heldError } from "./folder-holder.ts";

/** Opens the data in this process. Throws if another process holds it. */
export async function openApp(
  { config, log, say }: Pick<Cli, "config" | "log" | "say">,
  tell?: (step: OpeningStep) => void,
): Promise<App> {
  const { createApp } = await import("#app");
  const created = await createApp({ config, log, ...(tell && { tell }) });
  if (!created.ok) throw heldError(config, created.holder);
  for (const note of created.app.notes) say(note);
  return created.app;
}

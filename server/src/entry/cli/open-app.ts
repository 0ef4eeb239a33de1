import type { App } from "#app";
import type { Cli } from "./cli.ts";
import { heldError } from "./folder-holder.ts";

/** Opens the data in this process, or says who holds it. */
export async function openApp({ config, log }: Pick<Cli, "config" | "log">): Promise<App> {
  const { createApp } = await import("#app");
  const created = await createApp({ config, log });
  if (!created.ok) throw heldError(config, created.holder);
  return created.app;
}

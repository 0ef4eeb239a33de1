import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { z } from "zod";
import { createRegistry, keyEntry, keyFile, type Registry } from "./registry.ts";

type KeyFile = z.infer<typeof keyFile>;

const folder = new URL("../../../../seed/fact-keys/", import.meta.url);
let shipped: ReadonlyMap<string, KeyFile> | undefined;

/** The key files by domain. They are read and checked only once, because they do not change while the program runs. */
function shippedKeys(): ReadonlyMap<string, KeyFile> {
  shipped ??= new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => [name.slice(0, -".yaml".length), readKeyFile(name)] as const),
  );
  return shipped;
}

const readKeyFile = (name: string): KeyFile => keyFile.parse(parse(readFileSync(new URL(name, folder), "utf8")));

/** The keys of a project: the general keys, the keys of its domain, and the keys that people added to it. */
export function registryFor(domain: string, own: readonly unknown[] = []): Registry {
  const files = shippedKeys();
  const given = [files.get("general"), domain === "general" ? undefined : files.get(domain)];
  return createRegistry([
    ...given.filter((file) => file !== undefined),
    { version: 1, keys: own.map((entry) => keyEntry.parse(entry)) },
  ]);
}

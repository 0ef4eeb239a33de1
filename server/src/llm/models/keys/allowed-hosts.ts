import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AppError, makePrivateFolder, userFolder, writePrivateFile } from "#platform";
import { readJson } from "../answer/read-json.ts";

/**
 * A host that may receive a key: the key in the variable `keyEnv` or, if `keyEnv` is null, the user's stored keys for
 * its provider.
 */
export type AllowedHost = { origin: string; keyEnv: string | null };

const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;
const Entry = z.object({ origin: z.string(), keyEnv: z.string().nullable() });
const Entries = z.array(Entry);

/** The file is in the user's own folder, so that a data folder from elsewhere cannot allow hosts. */
const filePath = (env: NodeJS.ProcessEnv): string => join(userFolder(env), "allowed-hosts.json");
const variableName = "DIALECTIC_ALLOWED_HOSTS";

/** The hosts confirmed by command, and those of DIALECTIC_ALLOWED_HOSTS for unattended machines. */
export function listAllowedHosts(env: NodeJS.ProcessEnv): (AllowedHost & { from: "confirmed" | "environment" })[] {
  return [
    ...readConfirmed(env).map((one) => ({ ...one, from: "confirmed" as const })),
    ...readVariable(env).map((one) => ({ ...one, from: "environment" as const })),
  ];
}

/** True if this host may receive the key in `keyEnv`. Null means a stored key, which every allowed host may receive. */
export function isHostAllowed(env: NodeJS.ProcessEnv, { origin, keyEnv }: AllowedHost): boolean {
  return listAllowedHosts(env).some((one) => one.origin === origin && (keyEnv === null || one.keyEnv === keyEnv));
}

export function allowHost(env: NodeJS.ProcessEnv, input: { host: string; keyEnv: string | null }): AllowedHost {
  const host = { origin: originOf(input.host), keyEnv: input.keyEnv };
  if (host.keyEnv !== null && !variable.test(host.keyEnv)) {
    throw new AppError("invalid_input", "--key-env must be the name of an environment variable, not the key itself.");
  }
  write(env, [...without(readConfirmed(env), host), host]);
  return host;
}

/** Revokes a host's permission for one variable, or all permissions of the host if `keyEnv` is null. */
export function forbidHost(env: NodeJS.ProcessEnv, input: { host: string; keyEnv: string | null }): AllowedHost[] {
  const origin = originOf(input.host);
  const confirmed = readConfirmed(env);
  const kept = confirmed.filter(
    (one) => one.origin !== origin || (input.keyEnv !== null && one.keyEnv !== input.keyEnv),
  );
  if (kept.length === confirmed.length) throw new AppError("not_found", `${origin} is not a host that you allowed.`);
  write(env, kept);
  return confirmed.filter((one) => !kept.includes(one));
}

const without = (all: readonly AllowedHost[], { origin, keyEnv }: AllowedHost): AllowedHost[] =>
  all.filter((one) => one.origin !== origin || one.keyEnv !== keyEnv);

function readConfirmed(env: NodeJS.ProcessEnv): AllowedHost[] {
  const path = filePath(env);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new AppError("unreadable_file", `${path} cannot be read. Check its permissions.`, { cause: error });
  }
  return readJson(text, Entries, path);
}

function write(env: NodeJS.ProcessEnv, hosts: readonly AllowedHost[]): void {
  makePrivateFolder(userFolder(env));
  writePrivateFile(filePath(env), `${JSON.stringify(hosts, null, 2)}\n`);
}

/** Parses a list such as `https://lab.example=LAB_KEY,http://127.0.0.1:8000`. */
function readVariable(env: NodeJS.ProcessEnv): AllowedHost[] {
  const parts = (env[variableName] ?? "").split(/[\s,]+/).filter(Boolean);
  return parts.map((part) => {
    const [, host = "", keyEnv = null] = /^(.+?)(?:=(\w+))?$/.exec(part) ?? [];
    return { origin: originOf(host, variableName), keyEnv };
  });
}

/** Scheme, host and port: permission is per origin, not per path. */
function originOf(text: string, where = "The host"): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new AppError(
    "invalid_input",
    `${where} must be an address such as https://lab.example or http://127.0.0.1:8000.`,
  );
}

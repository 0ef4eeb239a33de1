import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { minimumVersion, type PostgresInstallation } from "./postgres-installation.ts";
import { tryCommand } from "./run-command.ts";

/** Finds the newest PostgreSQL with pgvector that is installed on this machine and recent enough. */
export async function findInstalledPostgres(): Promise<PostgresInstallation | undefined> {
  const found: PostgresInstallation[] = [];
  for (const bin of await candidateFolders()) {
    const installation = await inspect(bin);
    if (installation) found.push(installation);
  }
  return found.sort((a, b) => b.version - a.version)[0];
}

async function candidateFolders(): Promise<string[]> {
  const onPath = (process.env["PATH"] ?? "").split(delimiter);
  const debian = await subfolders("/usr/lib/postgresql", /./);
  const homebrew = [
    ...(await subfolders("/opt/homebrew/opt", /^postgresql/)),
    ...(await subfolders("/usr/local/opt", /^postgresql/)),
  ];
  const redhat = await subfolders("/usr", /^pgsql-/);
  const bins = [...onPath, ...[...debian, ...homebrew, ...redhat].map((folder) => join(folder, "bin"))];
  return [...new Set(bins)].filter((bin) => existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres")));
}

async function subfolders(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

async function inspect(bin: string): Promise<PostgresInstallation | undefined> {
  const { code, output } = await tryCommand(join(bin, "postgres"), ["--version"]);
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (code !== 0 || !(version >= minimumVersion)) return undefined;
  const share = await shareFolder(bin);
  if (!share || !existsSync(join(share, "extension/vector.control"))) return undefined;
  return { kind: "installed", version, bin };
}

async function shareFolder(bin: string): Promise<string | undefined> {
  const { code, output } = await tryCommand(join(bin, "pg_config"), ["--sharedir"]);
  if (code === 0) return output.trim();
  // On Debian pg_config is in a separate package and may be missing, but the folder layout is fixed.
  const version = /^\/usr\/lib\/postgresql\/(\d+)\/bin$/.exec(bin)?.[1];
  return version ? `/usr/share/postgresql/${version}` : undefined;
}

import { join } from "node:path";
import { createClusterFolder } from "./cluster-folder.ts";
import { type PostgresInstallation, unprivileged } from "./postgres-installation.ts";
import { type CommandOptions, tryCommand } from "./run-command.ts";

export interface ClusterCommand {
  command: string;
  args: string[];
  options: CommandOptions;
}

/** A cluster's folder, and how to run PostgreSQL's programs on it. */
export interface ClusterPrograms {
  folder: string;
  /** The path of the data folder from the programs' point of view. */
  data: string;
  command(program: string, args: string[]): ClusterCommand;
}

export async function createClusterPrograms(
  installation: PostgresInstallation,
  options: { durable: boolean },
): Promise<ClusterPrograms> {
  if (installation.kind === "installed") return installedPrograms(installation.bin, await createClusterFolder(options));
  if (await canBindMount()) return mountedPrograms(installation, await createClusterFolder(options));
  const base = join(installation.root, "clusters");
  return rootedPrograms(installation, await createClusterFolder({ ...options, base }));
}

function installedPrograms(bin: string, folder: string): ClusterPrograms {
  const options = { cwd: folder, ...(process.getuid?.() === 0 ? unprivileged : {}) };
  return {
    folder,
    data: join(folder, "data"),
    command: (program, args) => ({ command: join(bin, program), args, options }),
  };
}

/** Mounts the folder into the shared root in a separate namespace, so that no other process sees the mount. */
function mountedPrograms(installation: { bin: string; root: string }, folder: string): ClusterPrograms {
  const script = 'mount --bind "$1" "$2/cluster" && shift && exec chroot --userspec="$0" "$@"';
  const shell = ["--mount", "sh", "-c", script, userspec];
  return {
    folder,
    data: "/cluster/data",
    command: (program, args) => ({
      command: "unshare",
      args: [...shell, folder, installation.root, join(installation.bin, program), ...args],
      options: {},
    }),
  };
}

/** Used where mounting is forbidden (most containers): the folder is inside the root itself. */
function rootedPrograms(installation: { bin: string; root: string }, folder: string): ClusterPrograms {
  return {
    folder,
    data: join(folder.slice(installation.root.length), "data"),
    command: (program, args) => ({
      command: "chroot",
      args: [`--userspec=${userspec}`, installation.root, join(installation.bin, program), ...args],
      options: {},
    }),
  };
}

const userspec = `${unprivileged.uid}:${unprivileged.gid}`;

async function canBindMount(): Promise<boolean> {
  const { code } = await tryCommand("unshare", ["--mount", "mount", "--bind", "/tmp", "/tmp"]);
  return code === 0;
}

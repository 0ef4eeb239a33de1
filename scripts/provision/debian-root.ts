import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type PostgresInstallation, unprivileged } from "./postgres-installation.ts";
import { runCommand } from "./run-command.ts";

// Debian 12 has neither this version nor pgvector, so the packages come from Debian 13.
const suite = "trixie";
const version = 17;
const packages = [`postgresql-${version}`, `postgresql-${version}-pgvector`, "libc-bin", "dash"];

// Dependencies that the server never loads. Leaving them out halves the amount to unpack.
const unneeded = /perl|llvm|libz3|debconf|^locales_|^libc-l10n_/;
const unneededPaths = ["./usr/share/doc/*", "./usr/share/man/*", "./usr/share/locale/*", "*/bitcode/*", "*/llvmjit*"];

/**
 * Unpacks PostgreSQL with pgvector into a folder for chroot. The system's packages, lists and configuration stay
 * unchanged. The finished folder is renamed into place, so it is either complete or absent.
 */
export async function unpackDebianRoot(root: string): Promise<PostgresInstallation> {
  const installation: PostgresInstallation = { kind: "root", version, root, bin: `/usr/lib/postgresql/${version}/bin` };
  if (await exists(root)) return installation;

  const downloads = await mkdtemp(join(tmpdir(), "dialectic-apt-"));
  const unfinished = `${root}.${process.pid}.unfinished`;
  try {
    const archives = await download(downloads);
    await layOut(unfinished);
    for (const archive of archives) await unpack(archive, unfinished);
    await rename(unfinished, root).catch(async (error: unknown) => {
      // Another run built the same root first; its result is equally good.
      if (!(await exists(root))) throw error;
    });
    return installation;
  } finally {
    await rm(downloads, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function download(folder: string): Promise<string[]> {
  const config = join(folder, "apt.conf");
  await mkdir(join(folder, "lists/partial"), { recursive: true });
  await mkdir(join(folder, "cache/archives/partial"), { recursive: true });
  await writeFile(join(folder, "status"), "");
  await writeFile(join(folder, "sources.list"), `${await sourceLine()}\n`);
  await writeFile(config, aptConfiguration(folder));
  await runCommand("apt-get", ["-c", config, "update"]);
  await runCommand("apt-get", ["-c", config, "install", "-y", "--download-only", ...packages]);
  const names = await readdir(join(folder, "cache/archives"));
  return names
    .filter((name) => name.endsWith(".deb") && !unneeded.test(name))
    .map((name) => join(folder, "cache/archives", name));
}

// The hooks are cleared, because on some machines they empty the system's package cache after each update.
function aptConfiguration(folder: string): string {
  return `
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::Etc::SourceList "${folder}/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State::Lists "${folder}/lists";
Dir::State::status "${folder}/status";
Dir::Cache "${folder}/cache";
APT::Install-Recommends "false";
`;
}

/** Uses the machine's configured mirror with another suite, so that proxies and private mirrors keep working. */
async function sourceLine(): Promise<string> {
  const release = /^VERSION_CODENAME=(.*)$/m.exec(await readFile("/etc/os-release", "utf8"))?.[1];
  const format = "$(RELEASE) $(COMPONENT) $(SITE)";
  const targets = await runCommand("apt-get", ["indextargets", "--no-release-info", "--format", format]);
  const sites = targets.split("\n").flatMap((line) => {
    const [targetRelease, component, site] = line.split(" ");
    return targetRelease === release && component === "main" && site ? [site] : [];
  });
  const site = sites.find((candidate) => candidate.endsWith("/debian")) ?? sites[0];
  if (!site) throw new Error(`apt has no mirror configured for ${release} main`);
  const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
  return `deb ${(await exists(keyring)) ? `[signed-by=${keyring}] ` : ""}${site} ${suite} main`;
}

async function layOut(root: string): Promise<void> {
  for (const name of ["bin", "sbin", "lib", "lib64"]) {
    await mkdir(join(root, "usr", name), { recursive: true });
    await symlink(`usr/${name}`, join(root, name));
  }
  for (const name of ["dev", "etc", "cluster"]) await mkdir(join(root, name));
  const { uid, gid } = unprivileged;
  await writeFile(join(root, "etc/passwd"), `postgres:x:${uid}:${gid}::/:/bin/sh\n`); // initdb looks up its user's name
  await runCommand("mknod", ["-m", "666", join(root, "dev/null"), "c", "1", "3"]);
  await runCommand("mknod", ["-m", "666", join(root, "dev/urandom"), "c", "1", "9"]);
}

async function unpack(archive: string, root: string): Promise<void> {
  const excludes = unneededPaths.map((path) => `--exclude='${path}'`).join(" ");
  const script = `set -o pipefail; dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2" ${excludes}`;
  await runCommand("bash", ["-c", script, basename(archive), archive, root]);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { readFile } from "node:fs/promises";

/**
 * True if this process runs as root on Debian. Elsewhere the package names are unknown, or the process may not install
 * packages.
 */
export async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^ID=debian$/m.test(release);
}

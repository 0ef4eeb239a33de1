import { readFile } from "node:fs/promises";

/** True on Debian as root: only there do we know the names of packages and may install them. */
export async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^ID=debian$/m.test(release);
}

import { readFile } from "node:fs/promises";

/** Whether we may install Debian packages: only there do we know their names, and only root may. */
export async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^ID=debian$/m.test(release);
}

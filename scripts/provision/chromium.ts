import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { isDebianRoot } from "./is-debian-root.ts";
import { runCommand, tryCommand } from "./run-command.ts";

const setting = "CHROMIUM_PATH";
const advice = `install Chromium or Chrome, or set ${setting} to its program`;
const programNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPrograms = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Finds a browser for tests: the configured program, an installed browser, or (as root on Debian) one that it installs.
 */
export async function ensureChromium(): Promise<{ path: string } | { skipped: string }> {
  const own = process.env[setting];
  if (own) return useOwnProgram(own);
  const found = await firstThatRuns(usualPrograms());
  if (found) return { path: found };
  if (!(await isDebianRoot())) return { skipped: `no Chromium on this machine: ${advice}` };
  try {
    await installPackage();
  } catch (error) {
    return {
      skipped: `Chromium could not be installed (${error instanceof Error ? error.message : error}): ${advice}`,
    };
  }
  const installed = await firstThatRuns(usualPrograms());
  return installed ? { path: installed } : { skipped: `Chromium was installed but does not run: ${advice}` };
}

/** Fails if the configured program does not run, instead of silently using another one. */
async function useOwnProgram(path: string): Promise<{ path: string }> {
  if (await runs(path)) return { path };
  throw new Error(`The program that ${setting} names does not run: ${path}`);
}

function usualPrograms(): string[] {
  const folders = ["/usr/bin", "/snap/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const installed = folders.flatMap((folder) => programNames.map((name) => join(folder, name)));
  return [...new Set([...installed, ...macPrograms, chromium.executablePath()])];
}

async function firstThatRuns(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (await runs(path)) return path;
  }
  return undefined;
}

async function runs(path: string): Promise<boolean> {
  return existsSync(path) && (await tryCommand(path, ["--version"])).code === 0;
}

async function installPackage(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const wait = ["-o", "DPkg::Lock::Timeout=120"];
  const install = [...wait, "install", "-y", "--no-install-recommends", "chromium"];
  // The first try succeeds if the package lists are current. If it fails, they are fetched before the second try.
  if ((await tryCommand("apt-get", install, { env })).code === 0) return;
  await runCommand("apt-get", [...wait, "update"], { env });
  await runCommand("apt-get", install, { env });
}

/** `node scripts/provision/chromium.ts`: prints the program's path. */
async function main(): Promise<void> {
  const outcome = await ensureChromium();
  if ("path" in outcome) {
    process.stdout.write(`${outcome.path}\n`);
    return;
  }
  process.stderr.write(`${outcome.skipped}\n`);
  process.exitCode = 1;
}

if (import.meta.main) await main();

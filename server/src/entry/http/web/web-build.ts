import { spawn } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../../../", import.meta.url));
const webDir = join(repository, "web");
const distDir = join(webDir, "dist");
const cacheDir = join(repository, ".cache");

const noTool = 'The web app is not built and its build tool is not installed. Run "npm ci", then start again.';

/** The state of the built web app, which changes while the server runs. */
export type WebBuild = {
  readonly dir: string;
  state: "ready" | "building" | "absent";
  /** Why the app is absent, and what to do. */
  reason: string;
  stop(): void;
};

/** Returns the built web app, or starts to build it. A failed build does not stop the server. */
export function ensureWebBuild(say: (line: string) => void): WebBuild {
  const build: WebBuild = { dir: distDir, state: "ready", reason: "", stop: () => undefined };
  if (isUpToDate()) return build;
  const vite = findVite();
  if (!vite) {
    build.state = "absent";
    build.reason = noTool;
    return build;
  }
  build.state = "building";
  say("Building the web app (once, some seconds)…");
  const outDir = join(cacheDir, `web-${process.pid}`);
  const child = spawn(process.execPath, [vite, "build", "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"], {
    cwd: webDir,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let isStopped = false;
  let complaints = "";
  child.stderr.on("data", (data) => {
    complaints += data;
  });
  child.on("error", (error) => {
    complaints += error.message;
  });
  child.on("close", (code) => {
    const built = code === 0 && moveIntoPlace(outDir);
    rmSync(outDir, { recursive: true, force: true });
    if (isStopped) return;
    build.state = built ? "ready" : "absent";
    if (built) return say("The web app is built.");
    build.reason = 'Building the web app failed. Run "npx vite build" in the folder web to see why.';
    say(`${build.reason} ${complaints.trim().split("\n")[0] ?? ""}`);
  });
  build.stop = () => {
    isStopped = true;
    child.kill();
  };
  return build;
}

/** Describes whether there is a web app to serve. */
export function describeWebBuild(): string {
  if (isUpToDate()) return "built";
  if (findVite()) return "not built yet, or older than its sources: the next serve builds it";
  return noTool;
}

/** True if the build is not older than its sources: after an update, an old app would talk to a new server. */
function isUpToDate(): boolean {
  const index = statSync(join(distDir, "index.html"), { throwIfNoEntry: false });
  if (!index) return false;
  const sources = [join(webDir, "src"), join(webDir, "public"), join(repository, "contract", "src")].flatMap(filesIn);
  const settings = ["index.html", "vite.config.ts", "precompress.ts", "drop-unused-schemas.ts", "package.json"].map(
    (name) => join(webDir, name),
  );
  return [...sources, ...settings].every(
    (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) <= index.mtimeMs,
  );
}

function filesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).map((name) => join(dir, name));
}

function findVite(): string | null {
  if (!existsSync(join(webDir, "index.html"))) return null;
  try {
    const require = createRequire(join(webDir, "package.json"));
    return join(dirname(require.resolve("vite/package.json")), "bin", "vite.js");
  } catch {
    return null;
  }
}

/** Renames the folder, so that no reader sees half a build. If another process was faster, its build stays. */
function moveIntoPlace(outDir: string): boolean {
  const old = `${outDir}.old`;
  try {
    if (existsSync(distDir)) renameSync(distDir, old);
    renameSync(outDir, distDir);
  } catch {
    // Another process may have been faster; its build is then in place. The return value says whether there is a build.
  }
  rmSync(old, { recursive: true, force: true });
  return existsSync(join(distDir, "index.html"));
}

/**
 * `node scripts/screenshots.ts`: takes the screenshots of the README. It runs the example brief with the rehearsal
 * models in a temporary data folder, and saves pictures of the session and of its plan's recommendation in docs/images.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Page } from "playwright-core";
import { ensureChromium } from "./provision/chromium.ts";
import { repository } from "./repository.ts";

const program = join(repository, "server/bin/dialectic.mjs");
const images = join(repository, "docs/images");
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-sync",
];

function runExample(data: string): { sessionId: string } {
  const args = [
    "run",
    join(repository, "examples/popup.md"),
    "--models",
    "rehearsal/atlas,rehearsal/briar",
    "--json",
    "--data",
    data,
  ];
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: "utf8" }));
}

async function photograph(page: Page, address: URL, path: string, file: string): Promise<void> {
  await page.goto(new URL(path, address).href);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(images, file) });
  process.stdout.write(`${join("docs/images", file)}\n`);
}

async function main(): Promise<void> {
  const browserProgram = await ensureChromium();
  if ("skipped" in browserProgram) throw new Error(browserProgram.skipped);
  const data = mkdtempSync(join(tmpdir(), "dialectic-screenshots-"));
  const { sessionId } = runExample(data);
  const server = spawn(process.execPath, [program, "serve", "--port", "0", "--json", "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch({ executablePath: browserProgram.path, args: flags });
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    const address = new URL(JSON.parse(line).url);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(address.href);
    await photograph(page, address, `/sessions/${sessionId}?stage=synthesis`, "session.png");
    await photograph(page, address, `/sessions/${sessionId}/plan`, "plan.png");
  } finally {
    await browser.close();
    server.kill();
    await once(server, "exit");
    rmSync(data, { recursive: true, force: true });
  }
}

await main();

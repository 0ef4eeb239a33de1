import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { buildProgram } from "../scripts/build-program.ts";
import { ensureChromium } from "../scripts/provision/chromium.ts";
import { program } from "../server/bin/built-program.mjs";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";
import { median, percentile, rounded } from "./statistics.ts";
import { fillProjects } from "./web/fill-projects.ts";
import { type Kind, type Load, measureLoad, readDocument } from "./web/measure-load.ts";
import { bareFiles, barePage, home, type MeasuredPage, putStaticFiles, session, staticCopy } from "./web/pages.ts";
import { type ServedProgram, serveProgram } from "./web/serve-program.ts";
import { within } from "./within.ts";

export const web: Benchmark = {
  name: "web",
  about: "first load of the home page and of a session until usable, compared with a bare static page",
  run: runWeb,
};

const standardRounds = 25;
const aim = 3;
const kinds: Kind[] = ["document", "script", "style", "font", "api", "other"];

async function runWeb(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string" } } });
  const rounds = Number(values.rounds ?? standardRounds);
  const browserProgram = await ensureChromium();
  if ("skipped" in browserProgram)
    throw new Error(`The measurement needs a browser, and none was found: ${browserProgram.skipped}.`);
  await buildProgram(program);
  await using served = await serveProgram();
  await webAppBuilt(served);
  const sessionId = await fillProjects(served.client, tell);
  const browser = await chromium.launch({
    executablePath: browserProgram.path,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const app = [home, session(sessionId)];
    const copies = await Promise.all(
      app.map(async (page) => staticCopy(page, await readDocument(browser, served, page))),
    );
    await using _ = await putStaticFiles(Object.assign({}, bareFiles, ...copies.map(({ files }) => files)));
    const pages = [barePage, ...app, ...copies.map(({ page }) => page)];
    tell(`${rounds} rounds of ${pages.map(({ name }) => name).join(", ")}, each with a cold cache.`);
    const loads = new Map<MeasuredPage, Load[]>(pages.map((page) => [page, []]));
    // The pages alternate, so that a busy phase of the machine affects all of them. The first rounds warm up server and
    // browser.
    for (let round = -3; round < rounds; round += 1) {
      for (const page of pages) {
        const load = await within(60, page.name, measureLoad(browser, served, page));
        if (round >= 0) loads.get(page)?.push(load);
      }
    }
    const bareMs = median((loads.get(barePage) ?? []).map(({ usable }) => usable));
    const rows = pages.map((page) => toRow(page.name, loads.get(page) ?? [], bareMs));
    const figures = { browser: browser.version(), rounds, aim, rows };
    return { figures, text: write(rows), standard: args.length === 0 };
  } finally {
    await browser.close();
  }
}

/** Waits until the server has built the web app. The server builds it if the sources are newer than the last build. */
async function webAppBuilt({ origin, secret }: ServedProgram): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, accept: "text/html" };
  const wait = async () => {
    while (!(await fetch(origin, { headers })).ok) await new Promise((resolve) => setTimeout(resolve, 500));
  };
  await within(120, "Building the web app", wait());
}

type Row = ReturnType<typeof toRow>;

function toRow(page: string, loads: Load[], bareMs: number) {
  const usable = loads.map((load) => load.usable);
  const middle = (time: "firstByte" | "documentEnd" | "firstPaint") => rounded(median(loads.map((load) => load[time])));
  return {
    page,
    usableMs: rounded(median(usable)),
    usableMs25: rounded(percentile(usable, 0.25)),
    usableMs75: rounded(percentile(usable, 0.75)),
    toBare: rounded(median(usable) / bareMs),
    firstByteMs: middle("firstByte"),
    documentEndMs: middle("documentEnd"),
    firstPaintMs: middle("firstPaint"),
    bytes: Object.fromEntries(
      kinds.map((kind) => [kind, median(loads.map((load) => load.bytes[kind] ?? 0))]),
    ) as Record<Kind, number>,
  };
}

function write(rows: readonly Row[]): string {
  const times = printTable(
    ["page", "usable ms", "25–75 %", "to bare", "first byte", "document", "first paint"],
    rows.map((row) => [
      row.page,
      String(row.usableMs),
      `${row.usableMs25}–${row.usableMs75}`,
      `${row.toBare} ×`,
      String(row.firstByteMs),
      String(row.documentEndMs),
      String(row.firstPaintMs),
    ]),
  );
  const inKb = (bytes: number) => (bytes / 1000).toFixed(1);
  const sizes = printTable(
    ["kB transferred", ...kinds, "in all"],
    rows.map(({ page, bytes }) => [
      page,
      ...kinds.map((kind) => inKb(bytes[kind])),
      inKb(kinds.reduce((sum, kind) => sum + bytes[kind], 0)),
    ]),
  );
  const missed = rows.filter(({ page, toBare }) => (page === "home" || page === "session") && toBare > aim);
  const verdict = missed.length === 0 ? "met" : `missed by ${missed.map(({ page }) => page).join(" and ")}`;
  return `${times}\n\n${sizes}\n\nThe aim, at most ${aim} times the bare page: ${verdict}.`;
}

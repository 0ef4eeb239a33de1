import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cruiseLayers, judgeLayers, type LayerReport } from "./check/layers.ts";
import { repository } from "./repository.ts";

const jobs = "server/src/engine/jobs";

const forbidden = [
  { what: "upwards", file: "server/src/platform/up.ts", imports: "#jobs", rule: "platform-looks-up" },
  {
    what: "upwards inside a tier",
    file: "server/src/engine/access/up.ts",
    imports: "#jobs",
    rule: "engine-access-looks-up",
  },
  { what: "past an index.ts", file: `${jobs}/past.ts`, imports: "../../platform/ids.ts", rule: "platform-by-its-face" },
  { what: "from an unlisted folder", file: "server/src/engine/new/a.ts", imports: "#platform", rule: "listed" },
  { what: "of a driver", file: `${jobs}/driver.ts`, imports: "pg", rule: "drivers-in-platform" },
  { what: "of SQL outside a store", file: `${jobs}/sql.ts`, imports: "kysely", rule: "sql-in-stores" },
  { what: "out of the contract", file: "contract/src/out.ts", imports: "pg", rule: "contract-is-a-leaf" },
  { what: "of a missing file", file: "server/src/platform/lost.ts", imports: "./missing.ts", rule: "resolves" },
];

const allowed = [
  { what: "downwards through an index.ts", file: `${jobs}/down.ts`, imports: "#platform" },
  { what: "of SQL in a store", file: `${jobs}/planted.store.ts`, imports: "kysely" },
];

// A copy of the repository, so that planted files do not disturb other processes.
let copy: string;
let report: LayerReport;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "dialectic-layers-"));
  const settings = ["layers.json", ".dependency-cruiser.cjs", "tsconfig.json", "package.json"];
  const sources = ["contract/package.json", "contract/src", "server/package.json", "server/src", "server/test"];
  for (const path of [...settings, ...sources]) await cp(join(repository, path), join(copy, path), { recursive: true });
  await symlink(join(repository, "node_modules"), join(copy, "node_modules"));
  for (const { file, imports } of [...forbidden, ...allowed]) await plant(file, imports);
  report = await cruiseLayers(copy);
});

afterAll(() => rm(copy, { recursive: true, force: true }));

async function plant(file: string, imports: string): Promise<void> {
  await mkdir(dirname(join(copy, file)), { recursive: true });
  await writeFile(join(copy, file), `import ${JSON.stringify(imports)};\n`);
}

function rulesBrokenBy(file: string): string[] {
  return report.violations.filter(({ from }) => from === file).map(({ rule }) => rule);
}

describe("the import check", () => {
  it.each(forbidden)("finds an import $what", ({ file, rule }) => expect(rulesBrokenBy(file)).toContain(rule));
  it.each(allowed)("allows an import $what", ({ file }) => expect(rulesBrokenBy(file)).toEqual([]));

  it("reports a violation with its rule and both files", () => {
    expect(judgeLayers(report)).toContain(
      "platform-looks-up: server/src/platform/up.ts imports server/src/engine/jobs/index.ts",
    );
  });
});

describe("judgeLayers", () => {
  it("reports no problem if all files were read and none violates a rule", () => {
    expect(judgeLayers({ seen: 80, unseen: [], violations: [] })).toEqual([]);
  });

  it("reports a problem if too few files were read", () => {
    expect(judgeLayers({ seen: 0, unseen: [], violations: [] })).toHaveLength(1);
  });

  it("reports a problem if files were left out", () => {
    expect(judgeLayers({ seen: 80, unseen: ["server/src/platform/ids.ts"], violations: [] })).toHaveLength(1);
  });
});

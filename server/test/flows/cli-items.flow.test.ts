import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Project } from "@dialectic/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenCli, openCli, type RunningServer, startServer } from "#test";

const data = mkdtempSync(join(tmpdir(), "dialectic-items-"));
const quantity = "item.summary.quantity";
let cli: OpenCli;
let server: RunningServer;
let projectId: string;
beforeAll(async () => {
  cli = openCli();
  server = await startServer(["--data", data, "--no-web"]);
  ({ id: projectId } = Project.parse(await json("project", "create", "examples/popup.md")));
});
afterAll(async () => {
  await server.stop();
  await cli[Symbol.asyncDispose]();
  rmSync(data, { recursive: true, force: true });
});

const run = (...args: string[]) => cli.run([...args, "--data", data]);
const said = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args);
  expect(code, stderr).toBe(0);
  return stdout;
};
const json = async (...args: string[]) => JSON.parse(await said(...args, "--json"));
const items = (verb: string, ...args: string[]) => said("items", verb, projectId, ...args);

it("items can be added, changed by hand, renamed, merged and archived on the command line, with undo", async () => {
  expect(await said("items", projectId)).toContain("No items were found.");
  await items("add", "Lighting");
  await items("add", "Light rig");
  expect((await run("items", "add", projectId, "LIGHTING")).code).toBe(4);
  expect(await items("set", "lighting", quantity, "40", "--reason", "by phone")).toContain(
    `${quantity}  40 (set by hand)`,
  );
  expect(await items("why", "lighting", quantity)).toContain("Set by hand because: by phone");
  expect(await said("blocks", projectId)).toContain("Quantity: 40 [F1]");
  await items("clear", "lighting", quantity);
  expect(await items("show", "lighting")).toContain("Nothing is known about it yet.");
  const { action } = await json("items", "rename", projectId, "lighting", "Lamps");
  expect(await items("undo", String(action))).toContain("Lighting");
  await items("merge", "Light rig", "Lighting");
  expect((await json("items", "list", projectId, "--status", "merged")).items).toHaveLength(1);
  await items("archive", "Lighting", "--reason", "not needed");
  expect(await items("history")).toMatch(/archive \(not needed\) {2}Lighting/);
  expect(await items("restore", "Lighting")).toContain("Undo it with");
  expect((await run("items", "show", projectId, "Stage")).code).toBe(3);
  const materials = "item.materials.material";
  expect(await items("set", "lighting", materials, '["steel", "oak"]')).toContain(
    `${materials}  steel, oak (set by hand)`,
  );
  expect((await run("items", "set", projectId, "lighting", materials, "[steel]")).code).toBe(2);
});

it("lines can be added, partly changed and removed on the command line, with undo", async () => {
  await items("add", "Floor");
  await items(
    "add-line",
    "Floor",
    "Clip tiles",
    "--quantity",
    "132",
    "--unit",
    "m²",
    "--price",
    "34",
    "--currency",
    "ils",
  );
  expect(await items("lines", "floor")).toMatch(/1 {5}Clip tiles {2}material {2}132 m² {4}34 ILS {2}4,488 ILS/);
  expect((await json("items", "change-line", projectId, "floor", "1", "--price", "33")).line).toMatchObject({
    name: "Clip tiles",
    quantity: 132,
    total: 4356,
  });
  await items("remove-line", "floor", "1");
  expect(await items("lines", "floor")).toContain("The item has no lines.");
  await items("undo");
  expect((await json("items", "lines", projectId, "floor")).items).toHaveLength(1);
  expect((await run("items", "remove-line", projectId, "floor", "9")).code).toBe(3);
});

it("on the command line, a line can be matched, linked, compared with imported prices, and unlinked with undo", async () => {
  await items("add", "Hall floor");
  await items("add-line", "Hall floor", "Clip tile", "--unit", "m²", "--price", "36.3", "--currency", "ILS");
  await said("catalogue", "add", "Interlocking floor tile", "--unit", "m²", "--synonyms", "Clip tile; Click tile");
  expect(await said("catalogue")).toContain("Click tile; Clip tile");
  expect(await items("match", "Hall floor", "1")).toMatch(/\* +Interlocking floor tile +0\.99 +synonym: Clip tile/);
  expect((await run("items", "link", projectId, "Hall floor", "1")).code).toBe(2);
  expect(await items("link", "Hall floor", "1", "clip tile")).toContain("Interlocking floor tile");
  expect(await said("blocks", projectId)).toContain('"Clip tile" is "Interlocking floor tile" of the catalogue');
  const file = join(data, "prices.csv");
  writeFileSync(
    file,
    "item,vendor,price,currency,unit,date\nClip tile,Hagor,33,ILS,m2,2026-11-01\nLamp,Hagor,9,ILS,,soon\n",
  );
  const { code, stderr } = await run("prices", "import", file);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(
      'Prices recorded: 1; already known: 0. Rows not recorded, 1 in all: line 3 (unreadable date: "soon")',
    ),
  ]);
  expect(await said("prices")).toMatch(/Interlocking floor tile +ILS\/m2 +33 +33 +33 +33 on 2026-11-01/);
  expect(await said("prices", "compare", "click tile")).toMatch(/Hagor +33 +33 +33 on 2026-11-01 +1/);
  expect(await items("prices", "Hall floor", "1")).toContain("The line's price is 10 % above the median.");
  await items("undo");
  expect(await items("prices", "Hall floor", "1")).toContain("is not linked to the catalogue");
});

it("on the command line, two entries of the catalogue can be merged and separated", async () => {
  await said("catalogue", "add", "Edge ramp");
  await said("catalogue", "add", "Ramp, edge");
  expect(await said("catalogue", "merge", "Ramp, edge", "Edge ramp")).toMatch(/^Edge ramp .*Ramp, edge/m);
  expect(await said("catalogue", "list", "--archived")).toContain("Ramp, edge (merged into Edge ramp)");
  expect((await run("catalogue", "merge", "Edge ramp", "Edge ramp")).code).toBe(2);
  expect(await said("catalogue", "restore", "ramp, EDGE")).toMatch(/^Ramp, edge /m);
  expect(await said("catalogue", "list", "--archived")).toContain("No catalogue entries were found");
});

it("answers, notes and facts about an item contain its name on the command line", async () => {
  await items("add", "Backdrop");
  await items("add", "Screen");
  const missing = await run("questions", "answer", projectId, quantity, "6");
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("--item")]);
  const answer = (item: string, text: string) => said("questions", "answer", projectId, quantity, text, "--item", item);
  expect(await answer("backdrop", "6")).toMatch(/accepted {2}Backdrop: Quantity: 6/);
  await answer("screen", "4");
  expect(await said("facts", "list", projectId, "--search", "screen")).toMatch(
    /^F\d+ {2}accepted {2}Screen: Quantity: 4$/m,
  );
  expect(await said("facts", "history", projectId, "--limit", "1")).toMatch(
    /F\d+ {2}Screen: Quantity: 4 {2}record by the rules/,
  );
  const several = await run("facts", "why", projectId, quantity);
  expect([several.code, several.stderr]).toEqual([2, expect.stringContaining("2 items have a fact of")]);
  await said("blocks", "note", projectId, "item.summary", "Counted", "twice", "--item", "Backdrop");
  expect(await said("blocks", projectId)).toMatch(
    /## Item Backdrop: summary\n\n- Quantity: 6 \[F\d+\]\n- Note: Counted twice/,
  );
});

it("long lists of facts and turns end with the command for the next page", async () => {
  const first = await run("facts", "list", projectId, "--limit", "1");
  expect(first.stderr).toMatch(/Showing 1; there are more\. Run .*facts list \S+ --limit 1 --after \d+/);
  const after = /--after (\d+)/.exec(first.stderr)?.[1] ?? "";
  expect((await json("facts", "list", projectId, "--after", after)).items[0].number).toBeGreaterThan(Number(after));
  expect((await run("facts", "history", projectId, "--limit", "1")).stderr).toMatch(
    /facts history \S+ --limit 1 --after \d+/,
  );
  const turns = await run("bundles", "list", projectId, "--limit", "1");
  const next = /--after (\S+)/.exec(turns.stderr)?.[1] ?? "";
  expect((await json("bundles", "list", projectId, "--after", next)).items).toHaveLength(1);
});

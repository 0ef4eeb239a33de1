import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "#documents";
import { cardFile, readCardFile, withState } from "./card-file.ts";
import { readChecklist, rewriteBoxes } from "./checklist.ts";
import { withStatuses } from "./with-statuses.ts";

const body =
  "# M1 Crew\n\n- [ ] above\n\n### W1.1 Call\n\n- Steps:\n  - [ ] call\n  - [x] write\n\n```\n- [ ] no box\n```\n\n### W1.2 Meet\n\n1. [ ] call\n";
const items = readChecklist(body).map((item) => ({ ...item, done: false }));
const card = {
  sessionShortId: "0a1b2c3d",
  ...{ iteration: 1, number: 7, milestone: "M1", title: "M1 Crew", body, source: "session_0a/x.md" },
};
const fileOf = (ticked: number[]) =>
  cardFile({ ...card, column: "current", items: items.map((one, at) => ({ ...one, done: ticked.includes(at + 1) })) });
const read = ({ path, file }: { path: string; file: string }) =>
  readCardFile({ path, text: file }, (name) => (name === "0a1b2c3d/7" ? items : undefined));

describe("a card's file", () => {
  it("has one checklist item per box, and each item names the node above its box", () => {
    expect(items.map(({ node, text }) => [node, text])).toEqual([
      ["", "above"],
      ["W1.1", "call"],
      ["W1.1", "write"],
      ["W1.2", "call"],
    ]);
  });

  it("names its card and state, and is read back unchanged", () => {
    const made = fileOf([2, 3]);
    expect(made.path).toBe("Current/07_m1-crew.md");
    expect(made.file).toBe(
      `---\ncard: 0a1b2c3d/7\nmilestone: M1\niteration: 1\nsource: session_0a/x.md\nsynced: current 2,3\n---\n\n${body.replace("[ ] call", "[x] call")}`,
    );
    const state = { column: "current", ticked: [2, 3] };
    expect(read(made)).toEqual({ name: "0a1b2c3d/7", synced: state, state, missing: [] });
  });

  it.each(["א".repeat(200), "音".repeat(200), "ஒ".repeat(200)])(
    "is named after the card's title and lies directly in the column's folder, for titles of any length and script: %s",
    (title) => {
      const { path } = cardFile({ ...card, title: `M1 ${title}`, column: "pending", items });
      expect(path).toMatch(/^Pending\/07_m1-[^/~]+\.md$/);
      expect(Buffer.byteLength(path)).toBeLessThan(255);
    },
  );

  it("keeps its name when the card is moved, unless an earlier program version split that name into folders", () => {
    const of = (path: string) => cardFile({ ...card, path, column: "complete", items }).path;
    expect(of("Pending/07_~~05d0.md")).toBe("Complete/07_~~05d0.md");
    expect(of("Pending/07_~~05d0~/~~~05d0.md")).toBe("Complete/07_m1-crew.md");
  });

  it("is recognised after it was moved, renamed and edited", () => {
    const { file } = fileOf([]);
    const text = `${file.replace("1. [ ] call", "1. [X] call\n2. [x] my own")}\nA note.\n`;
    expect(read({ path: "Complete/renamed by me.md", file: text })).toMatchObject({
      synced: { column: "current", ticked: [] },
      state: { column: "complete", ticked: [4] },
    });
    const brought = withState(text, items, { column: "complete", ticked: [1, 4] });
    expect(brought).toContain("synced: complete 1,4\n");
    expect(brought).toContain("- [x] above");
    expect(brought).toContain("1. [X] call\n2. [x] my own");
    expect(brought).toContain("A note.");
  });

  it("keeps its ticks when an editor changes line breaks, and when a person rewords an item", () => {
    const { path, file } = fileOf([2, 3]);
    const windows = file.replaceAll("\n", "\r\n");
    expect(read({ path, file: windows })).toEqual(read({ path, file }));
    const brought = withState(windows.replace("1. [ ] call", "1. [x] call"), items, {
      column: "current",
      ticked: [2, 4],
    });
    expect(brought).toBe(fileOf([2, 4]).file.replaceAll("\n", "\r\n"));
    const reworded = file.replace("- [x] call", "- [x] call everybody").replace("- [x] write\n", "");
    expect(read({ path, file: reworded })?.state).toEqual({ column: "current", ticked: [2, 3] });
    expect(read({ path, file: file.replace("[x] call", "[ ] call") })?.state.ticked).toEqual([3]);
  });

  it("is not recognised outside the board, without its card's name, or with damaged front matter", () => {
    const { path, file } = fileOf([]);
    expect(read({ path: "Notes/07_m1-crew.md", file })).toBeNull();
    expect(read({ path: "Pending/deeper/07_m1-crew.md", file })).toBeNull();
    expect(read({ path, file: body })).toBeNull();
    expect(read({ path, file: file.replace("0a1b2c3d/7", "0a1b2c3d/8") })).toBeNull();
    expect(read({ path, file: file.replace("milestone: M1", "milestone: [") })).toBeNull();
    expect(read({ path, file: file.replace("synced: current", "synced: nowhere") })).toMatchObject({ synced: null });
  });

  it("is read back with the ticks that were written, and does not change when the same state is written again", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: items.length })), (some) => {
        const ticked = some.sort((a, b) => a - b);
        expect(read(fileOf(ticked))?.state.ticked).toEqual(ticked);
      }),
    );
    const lines = fc.array(fc.constantFrom("- [ ] a", "  * [x] b", "```", "~~~~", "### W2.1 c", "", "d\r", "3) [X] e"));
    fc.assert(
      fc.property(lines, fc.string(), (some, tail) => {
        const text = `${some.join("\n")}${tail}`;
        expect(rewriteBoxes(text, ({ done }) => done)).toBe(text);
      }),
    );
  });
});

describe("a master plan's statuses", () => {
  const statusesOf = (text: string) =>
    readDocument(`# Master plan\n\n${text}`)
      .entries.get("master-plan")
      ?.statuses?.map(({ milestone, ...status }) => [milestone, status]);
  const plan = "## Phase\n\n- [ ] **M1** Crew — depends on: none\n- [!] M2 Venue — reason: no permit\nM3 is later\n";

  it("are read from its lines and written back, with nothing else changed", () => {
    expect(statusesOf(plan)).toEqual([
      ["M1", { mark: " ", reason: "" }],
      ["M2", { mark: "!", reason: "no permit" }],
    ]);
    const now = new Map([
      ["M1", { mark: "-", reason: "nobody came" }],
      ["M2", { mark: "x", reason: "" }],
    ]);
    expect(withStatuses(plan, now)).toBe(
      "## Phase\n\n- [-] **M1** Crew — depends on: none — reason: nobody came\n- [x] M2 Venue\nM3 is later\n",
    );
    expect(withStatuses(plan, new Map())).toBe(plan);
    const windows = plan.replaceAll("\n", "\r\n");
    expect(statusesOf(windows)).toEqual(statusesOf(plan));
    expect(withStatuses(windows, now)).toBe(withStatuses(plan, now).replaceAll("\n", "\r\n"));
  });
});

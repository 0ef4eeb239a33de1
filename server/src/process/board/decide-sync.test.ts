import { type BoardColumn, boardColumns, type CardId } from "@dialectic/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CardState } from "./card-state.ts";
import { type BoardFile, decideSync, mergeStates, type SyncCard } from "./decide-sync.ts";
import { cardFile, withState } from "./text/card-file.ts";
import { readChecklist } from "./text/checklist.ts";

const body = "# M1 Crew\n\n### W1.1 Call\n\n- [ ] a\n- [ ] b\n- [ ] c\n";
const items = readChecklist(body);
const at = (column: BoardColumn, ...ticked: number[]): CardState => ({ column, ticked });

function card(number: number, state: CardState, changes: Partial<SyncCard> = {}): SyncCard {
  const id = `01a1e105-0c5c-7e63-a5ad-42d3eb92868${number}` as CardId;
  const known = {
    sessionShortId: "0a1b2c3d",
    iteration: 1,
    number,
    milestone: `M${number}`,
    title: `M${number} Crew`,
    body,
    source: "x.md",
  };
  const fileFor = (wanted: CardState): BoardFile => {
    const ticked = items.map((item, index) => ({ ...item, done: wanted.ticked.includes(index + 1) }));
    const { path, file } = cardFile({ ...known, column: wanted.column, items: ticked });
    return { path, text: file };
  };
  return {
    id,
    name: `0a1b2c3d/${number}`,
    title: known.title,
    items,
    state,
    wasSynced: true,
    isLost: false,
    fileFor,
    ...changes,
  };
}

/** The card's file as written in the state `synced`, then moved and ticked by a person until it is in the state `now`. */
function fileOf(of: SyncCard, synced: CardState, now: CardState = synced): BoardFile {
  const text = withState(of.fileFor(now).text, items, now).replace(
    /^synced:.*$/m,
    `synced: ${[synced.column, synced.ticked.join(",")].join(" ").trim()}`,
  );
  return { path: of.fileFor(now).path, text };
}

const decide = (cards: SyncCard[], files: BoardFile[], isFresh = false) => decideSync({ cards, files, isFresh });

describe("mergeStates", () => {
  it.each([
    ["neither side changed", at("pending"), at("pending"), at("pending"), at("pending"), false],
    ["the file was moved", at("pending"), at("pending"), at("current"), at("current"), false],
    ["an item was ticked in the file", at("current"), at("current"), at("current", 2), at("current", 2), false],
    ["a tick was taken away in the file", at("current", 2), at("current", 2), at("current"), at("current"), false],
    ["the board changed", at("pending"), at("current", 1), at("pending"), at("current", 1), false],
    ["both made the same change", at("pending"), at("current", 1), at("current", 1), at("current", 1), false],
    ["both changed", at("pending"), at("current", 1), at("complete", 3), at("current", 1, 3), true],
    ["the last agreed state is unknown", null, at("pending", 2), at("current", 1), at("pending", 1, 2), true],
  ])("returns the merged state if %s", (_, synced, board, file, state, hasConflict) => {
    expect(mergeStates({ synced, board, file })).toEqual({ state, hasConflict });
  });
});

describe("decideSync", () => {
  it("leaves a card unchanged if its file is too large, and reports the file", () => {
    const one = card(1, at("current", 2));
    const tooLarge = [{ path: one.fileFor(at("pending")).path, card: one.name }];
    const { cards, write, remove, notes } = decideSync({ cards: [one], files: [], tooLarge, isFresh: false });
    expect(cards).toEqual([{ id: one.id, state: one.state, isSeen: true, isLost: false, hasConflict: false }]);
    expect([write, remove, notes]).toEqual([
      [],
      [],
      [expect.stringMatching(/^Pending\/01_.+ is too large to be read/)],
    ]);
  });

  it("reports the items that a person deleted from a file, and keeps them on the card", () => {
    const one = card(1, at("current", 2));
    const { path, text } = fileOf(one, at("current", 2), at("current", 2, 3));
    const shorter = { path, text: text.replace("- [x] b\n", "") };
    const decision = decide([one], [shorter]);
    expect(decision.cards).toMatchObject([{ state: at("current", 2, 3) }]);
    expect(decision.notes).toEqual([
      `${path} no longer has 1 of the 3 items of M1 Crew ("b"): they stay on the card as they were.`,
    ]);
    // Once card and file agree, the missing item is not reported again.
    const agreed = { path, text: fileOf(one, at("current", 2, 3)).text.replace("- [x] b\n", "") };
    expect(decide([card(1, at("current", 2, 3))], [agreed]).notes).toEqual([]);
  });

  it("changes nothing if card and file agree, and ignores files that are not cards", () => {
    const one = card(1, at("pending"));
    const mine = { path: "Current/notes.md", text: "# Mine\n" };
    expect(decide([one], [fileOf(one, at("pending")), mine])).toEqual({
      cards: [{ id: one.id, state: at("pending"), isSeen: true, isLost: false, hasConflict: false }],
      ...{ write: [], remove: [], notes: [] },
    });
  });

  it("moves a file to the card's new column without overwriting another file", () => {
    const one = card(1, at("complete"));
    const inTheWay = { path: "Complete/01_m1-crew.md", text: "mine" };
    const decision = decide([one], [fileOf(one, at("pending")), inTheWay]);
    expect(decision.remove).toEqual(["Pending/01_m1-crew.md"]);
    expect(decision.write.map(({ path }) => path)).toEqual(["Complete/01_m1-crew-2.md"]);
  });

  it("asks about a deleted file until it is found again; writes files of new cards, and all files in a new folder", () => {
    const one = card(1, at("pending"));
    expect(decide([one], [])).toMatchObject({ cards: [{ isLost: true }], write: [], notes: [expect.any(String)] });
    expect(decide([one], [], true)).toMatchObject({ cards: [{ isLost: false }], write: [{}], notes: [] });
    expect(decide([card(1, at("pending"), { wasSynced: false })], [])).toMatchObject({ write: [{}], notes: [] });
    const lost = card(1, at("pending"), { isLost: true, wasSynced: false });
    expect(decide([lost], [], true)).toMatchObject({ cards: [{ isLost: true }], write: [] });
    expect(decide([lost], [fileOf(one, at("pending"), at("current"))])).toMatchObject({
      cards: [{ isLost: false, state: at("current") }],
    });
  });

  it("keeps asking about a file that was deleted from another folder; removes a dropped card's file if it was not edited", () => {
    const elsewhere = card(1, at("pending"), { isLost: true, wasSynced: true });
    expect(decide([elsewhere], [fileOf(elsewhere, at("pending"))])).toMatchObject({
      cards: [{ isLost: true }],
      write: [],
    });
    const own = fileOf(elsewhere, at("pending"));
    const noted = { path: "Current/mine.md", text: `${own.text}\nA note.\n` };
    const decision = decideSync({ cards: [], dropped: [elsewhere], files: [own, noted], isFresh: false });
    expect(decision).toEqual({ cards: [], write: [], remove: [own.path], notes: [] });
  });

  it("uses the edited file if a card has two files, and leaves the other one unchanged", () => {
    const one = card(1, at("pending"));
    const old = fileOf(one, at("pending"));
    const worked = fileOf(one, at("pending"), at("current", 2));
    const decision = decide([one], [worked, old]);
    expect(decision.cards[0]?.state).toEqual(at("current", 2));
    expect([decision.remove, decision.notes.length]).toEqual([[], 1]);
  });

  it("keeps every tick of board and file, and changes nothing in a second sync", () => {
    const state = fc.record({
      column: fc.constantFrom(...boardColumns),
      ticked: fc.uniqueArray(fc.integer({ min: 1, max: 3 })).map((some) => some.sort()),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(state, state, state, fc.boolean()), { maxLength: 4 }), (boards) => {
        const cards = boards.map(([, board], index) => card(index + 1, board));
        const files = boards.flatMap(([synced, , now, isGone], index) =>
          isGone || !cards[index] ? [] : [fileOf(cards[index], synced, now)],
        );
        const first = decide(cards, files);
        for (const [index, [synced, board, now, isGone]] of boards.entries()) {
          const ticked = first.cards[index]?.state.ticked ?? [];
          const added = [...board.ticked, ...(isGone ? [] : now.ticked)].filter((one) => !synced.ticked.includes(one));
          expect(ticked).toEqual(expect.arrayContaining(added));
        }
        const left = files.filter(({ path }) => !first.remove.includes(path));
        const after = new Map([...left, ...first.write].map(({ path, text }) => [path, text]));
        const settled = cards.map((one, index) => ({ ...one, ...first.cards[index] }));
        const second = decide(
          settled,
          [...after].map(([path, text]) => ({ path, text })),
        );
        expect([second.write, second.remove]).toEqual([[], []]);
        expect(second.cards.map((one) => one.state)).toEqual(first.cards.map((one) => one.state));
      }),
    );
  });
});

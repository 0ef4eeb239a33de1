import { InboxItem } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { freshItems, settleItems } from "./settle-items.ts";

const item = (id: string, title = "Venue"): InboxItem =>
  InboxItem.parse({
    id,
    kind: "card",
    projectId: null,
    projectName: "A garden",
    sessionId: null,
    stage: null,
    stageName: null,
    iteration: 1,
    since: "2026-11-17T05:30:00Z",
    data: { cardId: "01890a5d-ac96-774b-bcce-b302099a8058", number: 1, title, column: "pending", why: "unplanned" },
    actions: [],
  });
const items = (ids: string) => [...ids].map((id) => item(id));
const show = ({ rows, waiting }: ReturnType<typeof settleItems>): string =>
  rows.map((row) => (row.isResolved ? `(${row.item.id})` : row.item.id)).join("") + (waiting > 0 ? ` +${waiting}` : "");

describe("settleItems", () => {
  it.each([
    ["an unchanged list stays the same", "abc", "abc", "abc"],
    ["a resolved item keeps its place", "abc", "ac", "a(b)c"],
    ["a resolved last item keeps its place", "abc", "ab", "ab(c)"],
    ["a new first item is hidden and counted", "abc", "nabc", "abc +1"],
    ["a new item between others is hidden and counted", "abc", "abnc", "abc +1"],
    ["items after the last row are added as the next page", "abc", "abcde", "abcde"],
    ["resolved, new and further items can come together", "abc", "nbcde", "(a)bcde +1"],
    ["new items stay hidden even if all shown items are resolved", "abc", "xy", "(a)(b)(c) +2"],
    ["an empty list shows new items at once", "", "xy", "xy"],
  ])("%s: %s, then %s", (_, before, after, expected) => {
    expect(show(settleItems(freshItems(items(before)), items(after)))).toBe(expected);
  });

  it("shows an item that comes back as open again, with its new data", () => {
    const gone = settleItems(freshItems(items("ab")), items("b"));
    const back = settleItems(gone, [item("a", "Hall"), item("b")]);
    expect(show(back)).toBe("ab");
    expect(back.rows[0]?.item).toMatchObject({ data: { title: "Hall" } });
  });

  it("shows all current items after a refresh", () => {
    expect(show(freshItems(items("nxy")))).toBe("nxy");
  });
});

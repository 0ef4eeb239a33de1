import { describe, expect, it } from "vitest";
import { progressText } from "./describe-progress.ts";
import { readChecklist } from "./text/checklist.ts";

const plan = "- [~] M1 Crew\n- [x] M2 Venue\n- [~] M3 Food\n- [!] M4 Press — reason: no name\n- [ ] M5 Doors\n";

function card(
  milestone: string,
  column: "pending" | "current" | "complete",
  ticked: number[] = [],
  superseded: { by: boolean } | null = null,
) {
  const body = `# ${milestone} Title\n\nWhy.\n\n### W${milestone.slice(1)}.1 Call\n\n- Steps:\n  - [ ] a\n  - [ ] b\n`;
  return {
    ...{ milestone, title: `${milestone} Title`, body, board_column: column },
    items: readChecklist(body).map((item, index) => ({ ...item, done: ticked.includes(index + 1) })),
    superseded_by: superseded?.by ? ("01a1e105-0c5c-7e63-a5ad-42d3eb928681" as never) : null,
    superseded_because: superseded && "the hall burnt down",
  };
}

describe("progressText", () => {
  it("carries statuses over from the plan, except where the board differs", () => {
    const text = progressText(plan, [
      card("M1", "complete", [1, 2]),
      card("M2", "pending"),
      card("M3", "pending", [2]),
      card("M4", "current", [], { by: false }),
    ]);
    expect(text).toContain(
      "# Updated master plan\n\n- [x] M1 Crew\n- [~] M2 Venue\n- [~] M3 Food\n- [-] M4 Press — reason: the hall burnt down\n- [ ] M5 Doors\n",
    );
  });

  it("shows ticked items, and of a superseded card only its title and the reason", () => {
    const text = progressText("", [card("M3", "current", [2]), card("M3", "pending", [1], { by: true })]);
    expect(text).toBe(
      "# Board\n\n## M3 Title (current, 1 of 2 items ticked)\n\n### W3.1 Call\n  - [ ] a\n  - [x] b\n\n# Superseded\n\n- M3 Title — the hall burnt down",
    );
    expect(progressText("", [])).toBe("");
  });
});

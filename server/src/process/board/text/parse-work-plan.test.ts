import { describe, expect, it } from "vitest";
import { parseWorkPlan } from "./parse-work-plan.ts";

const plan = `# Work plan

Two milestones are ready.

## M2 Venue & permits

Outcome: we may open the doors.

### W2.1 Ask the city

- [ ] write
- [ ] send

### Note

Closed on Fridays.

### W2.2 Sign

\`\`\`
### W9.9 not a node
\`\`\`

## M1 Crew

### W1.1 Call

- [ ] call

# Recommendation

### W7.1 Stray
`;

describe("parseWorkPlan", () => {
  it("makes one checklist per milestone, in the order of the plan", () => {
    const files = parseWorkPlan(plan);
    expect(files.map(({ milestone, title }) => [milestone, title])).toEqual([
      ["M2", "M2 Venue & permits"],
      ["M1", "M1 Crew"],
      ["M7", "M7"],
    ]);
    expect(files[0]?.body).toBe(
      "# M2 Venue & permits\n\nOutcome: we may open the doors.\n\n### W2.1 Ask the city\n\n- [ ] write\n- [ ] send\n\n### Note\n\nClosed on Fridays.\n\n### W2.2 Sign\n\n```\n### W9.9 not a node\n```\n",
    );
    expect(files[1]?.body).toBe("# M1 Crew\n\n### W1.1 Call\n\n- [ ] call\n");
  });

  it("groups nodes by their numbers if there is no milestone heading above them", () => {
    const files = parseWorkPlan("### W1.1 A\n\na\n\n### W2.1 B\n\nb\n\n### W1.2 C\n\nc\n");
    expect(files).toEqual([
      { milestone: "M1", title: "M1", body: "# M1\n\n### W1.1 A\n\na\n\n### W1.2 C\n\nc\n" },
      { milestone: "M2", title: "M2", body: "# M2\n\n### W2.1 B\n\nb\n" },
    ]);
  });

  it("ends a node at its last list: a paragraph after that list belongs to the plan, not to the node", () => {
    const [first, second] = parseWorkPlan(
      "## M1 A\n\n### W1.1 A\n\nWhy.\n\n- [ ] a\n\nM3 comes next.\n\n## M2 B\n\n### W2.1 B\n\n- [ ] b\n\n> Mind the step.\n",
      { note: "*A note.*" },
    );
    expect(first?.body).toBe("# M1 A\n\n*A note.*\n\n### W1.1 A\n\nWhy.\n\n- [ ] a\n");
    expect(second?.body).toBe("# M2 B\n\n*A note.*\n\n### W2.1 B\n\n- [ ] b\n\n> Mind the step.\n");
  });

  it("returns no checklist for a plan without nodes", () => {
    expect(parseWorkPlan("## M1 Alone\n\nNothing yet.\n\n### Water 1.1\n")).toEqual([]);
  });
});

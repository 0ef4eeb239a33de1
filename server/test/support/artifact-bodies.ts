import type { Asked } from "./start-chat-provider.ts";

const table = (headings: string, ...rows: string[]): string =>
  [`| ${headings} |`, `|${headings.replace(/[^|]+/g, "---")}|`, ...rows.map((row) => `| ${row} |`)].join("\n");

const weights = {
  "fits the request": 25,
  "respects the facts": 15,
  feasible: 20,
  complete: 15,
  risk: 10,
  cost: 10,
  clarity: 5,
};

const requirement = "### R-1 Light\n\nIt must be light.\n\n- Acceptance: it is light.\n- Source: [C1]";
const statuses =
  "## Phase 1 Start\n\n- [ ] M1 Start — depends on: none — owner: us — estimate: a day — exit: it is light";

const bodies: Readonly<Record<string, string>> = {
  "Risk register": table(
    "risk | likelihood 1–5 | impact 1–5 | early sign | response | claim",
    "rain | 2 | 3 | clouds | a tent | none",
  ),
  "Dependency map": table("needs | from whom | by when | if late", "a permit | the city | May | it starts later"),
  Scorecard: table(
    "criterion | weight | score 0–10 | because",
    ...Object.entries(weights).map(([criterion, weight]) => `${criterion} | ${weight} | 7 | it is settled`),
  ),
  "Technology choices": table("chosen | rejected | why | exit", "wood | steel | it is light | burn it"),
  Requirements: requirement,
  "Technical requirements": requirement,
  "Master plan": statuses,
  "Updated master plan": statuses,
  Milestones: "## M1 Start\n\n- Outcome: light\n- Depends on: none\n- Requirements: R-1\n- Done when: it is light",
  "Work plan":
    "## M1 Start\n\n### W1.1 Dig\n\n- Depends on: none\n- Steps:\n  - [ ] dig\n- Done when: it is dug\n- Requirements: R-1",
};

/** Returns a short text for an artifact, in the form that the shipped recipes ask for. */
export const bodyOf = (title: string): string => bodies[title] ?? "- C: One thing is settled.";

/** Returns the verdict “kept” on every claim in the prompt. */
export const keepAll = (messages: Asked["messages"]): string =>
  [...new Set(messages.flatMap(({ content }) => content.match(/(?<=^- \[)C\d+(?=\])/gm) ?? []))]
    .map((claim) => `- [${claim}]: kept — it is settled`)
    .join("\n") || table("claim | verdict | because | answers", "none | open | there are no claims | none");

/** Deviations from the requested format, as models make them. They do not change the content. */
export type Shape = (answer: string) => string;

const lines = (answer: string, change: (line: string) => string): string => answer.split("\n").map(change).join("\n");

const titles = (answer: string, change: (title: string, index: number) => string): string => {
  let index = 0;
  return lines(answer, (line) => (/^# /.test(line) ? change(line.slice(2), index++) : line));
};

const deeper = (answer: string, by: number): string =>
  lines(answer, (line) => line.replace(/^(#+)(?= )/, (marks) => marks + "#".repeat(by)));

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Replaces the tables below a title; `change` gets the rows without head and delimiter row. */
const tables = (answer: string, title: string, change: (rows: string[][], head: string[]) => string[]): string => {
  const parts = answer.split(/^(?=# )/m);
  return parts.map((part) => (part.startsWith(`# ${title}\n`) ? changeTable(part, change) : part)).join("");
};

function changeTable(part: string, change: (rows: string[][], head: string[]) => string[]): string {
  const all = part.split("\n");
  const first = all.findIndex((line) => line.startsWith("|"));
  const last = all.findLastIndex((line) => line.startsWith("|"));
  if (first < 0) return part;
  const [head = [], , ...rows] = all.slice(first, last + 1).map(cellsOf);
  return [...all.slice(0, first), ...change(rows, head), ...all.slice(last + 1)].join("\n");
}

const row = (cells: readonly (string | undefined)[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string[] => [
  row(head),
  row(head.map(() => "---")),
  ...rows.map(row),
];
const rows = (answer: string, title: string, change: (cells: string[]) => readonly (string | undefined)[]): string =>
  tables(answer, title, (all, head) => table(head, all.map(change)));
const items = (answer: string, title: string, change: (cells: string[]) => string): string =>
  tables(answer, title, (all) => all.map(change));

function numbered(answer: string, mark: string, change: (index: number) => string): string {
  let index = 0;
  return lines(answer, (line) => {
    if (!line.startsWith(mark)) return line;
    index += 1;
    return `${change(index)}${line.slice(mark.length)}`;
  });
}

const inGerman: Record<string, string> = {
  "Business case": "Wirtschaftlichkeit",
  "Open questions": "Offene Fragen",
  "Risk register": "Risikoregister",
  Requirements: "Anforderungen",
  Milestones: "Meilensteine",
  "Work plan": "Arbeitsplan",
  Recommendation: "Empfehlung",
};

/**
 * At most one shape of each group is applied, in this order: inside an artifact, at its heading, around the answer, in
 * the bytes of the answer.
 */
export const shapes: readonly (readonly Shape[])[] = [
  [
    (answer) => answer.replaceAll("- C: ", "- "),
    (answer) => numbered(answer, "- C: ", (index) => `* **C${index}:** `),
    (answer) => numbered(answer, "- C: ", (index) => `${index}. `),
  ],
  [
    (answer) => answer.replaceAll("- [ ] **Q** ", "- **Q:** "),
    (answer) => lines(answer, (line) => (line.includes("**Q**") ? line.replaceAll(" — ", " - ") : line)),
  ],
  [
    (answer) => rows(answer, "Scorecard", ([c, w, s, b]) => [c, `${w} %`, `**${s}/10**`, b]),
    (answer) => items(answer, "Scorecard", ([c, w, s, b]) => `- **${c}** (${w}): ${s}/10 — ${b}`),
    (answer) => rows(answer, "Scorecard", ([c, w, s, b]) => [c, w, s, b, "and more"]),
    (answer) =>
      tables(answer, "Scorecard", (all) => [
        "```json",
        JSON.stringify(
          all.map(([criterion, weight, score, because]) => ({ criterion, weight, score, because })),
          null,
          2,
        ),
        "```",
      ]),
  ],
  [
    (answer) => items(answer, "Resolved positions", ([c, v, b]) => `- ${c}: ${v} — ${b}`),
    (answer) => rows(answer, "Resolved positions", ([c, v, b, a]) => [c, `**${v?.toUpperCase()}**`, b, a]),
    (answer) =>
      rows(answer, "Resolved positions", ([c, v, b, a]) => [
        c,
        v?.replace("kept", "Accepted").replace("rejected", "Dropped"),
        b,
        a,
      ]),
    (answer) => tables(answer, "Resolved positions", (all, head) => table(head, inRanges(all))),
  ],
  [
    (answer) =>
      items(
        answer,
        "Risk register",
        ([r, l, i, e, p, c]) => `- ${r} (likelihood ${l}, impact ${i}). Early sign: ${e}; response: ${p}; claim: ${c}`,
      ),
    (answer) =>
      tables(answer, "Risk register", (all, head) =>
        [head, head.map(() => "---"), ...all].map((one) => one.join(" | ")),
      ),
  ],
  [
    (answer) => answer.replace(/^### R-/gm, "### R"),
    (answer) => answer.replace(/^### (R-\d+ .*)$/gm, "**$1**"),
    (answer) => answer.replace(/^### R-(\d+) /gm, "### Requirement $1: "),
    (answer) => answer.replace(/^### R-/gm, "#### R-"),
  ],
  [
    (answer) => answer.replace(/^## M(\d+) /gm, "## Milestone $1: "),
    (answer) => answer.replace(/^## (M\d+ .*)$/gm, "**$1**"),
    (answer) => answer.replace(/^- (Depends on|Requirements): (.*)$/gm, "- **$1:** $2"),
  ],
  [
    (answer) => answer.replace(/\bW(\d)/g, "W-$1"),
    (answer) => answer.replace(/^### (W\d.*)$/gm, "**$1**"),
    (answer) => answer.replace(/^### W(?=\d)/gm, "### Task "),
  ],
  [(answer) => answer.replace(/^ {2}- \[ \] /gm, "  - "), (answer) => answer.replace(/^ {2}- \[ \] /gm, "  - ☐ ")],
  [(answer) => answer.replace(/^- \[(.)\] (M\d+)/gm, "* [$1] **$2**")],
  [
    (answer) => deeper(answer, 1),
    (answer) => deeper(answer, 2),
    (answer) => titles(answer, (title) => `**${title}**`),
    (answer) => titles(answer, (title, index) => `# ${index + 1}. ${title} (max 450 words)`),
    (answer) => titles(answer, (title) => `# ${title.toUpperCase()}`),
    (answer) => lines(deeper(answer, 1), (line) => line.replace(/^## (.+)$/, "## 📌 $1:")),
    (answer) => titles(answer, (title) => `${title}\n=====`),
    (answer) => titles(answer, (title) => `#${title}`),
    (answer) => titles(answer, (title) => `# ${inGerman[title] ?? title}`),
    (answer) => `# The plan\n\n${deeper(answer, 1)}`,
  ],
  [
    (answer) => `Sure! Here is what you asked for.\n\n${answer}`,
    (answer) => `Below you find my answer.\n\n---\n\n${answer}`,
  ],
  [(answer) => `${answer}\nLet me know what else is needed.\n`],
  [
    (answer) => `\`\`\`markdown\n${answer}\`\`\`\n`,
    (answer) => `~~~\n${answer}~~~\n`,
    (answer) => lines(answer, (line) => `> ${line}`),
  ],
  [
    (answer) => `<think>\nWhat is asked for here?\n# Claims\n</think>\n\n${answer}`,
    (answer) => `What is asked for here?\n</think>\n${answer}`,
  ],
  [
    (answer) => answer.replaceAll("\n", "\r\n"),
    (answer) => answer.replace(/^([>#|-]+) /gm, "$1\u00a0"),
    (answer) => `\ufeff${answer}`,
  ],
];

/** Joins consecutive rows with the same verdict into one row: `C1–C4`. */
function inRanges(all: readonly string[][]): (string | undefined)[][] {
  const joined: { from: number; to: number; rest: string[]; first: string }[] = [];
  for (const [claim = "", ...rest] of all) {
    const number = Number(claim.match(/^\[C(\d+)\]/)?.[1] ?? Number.NaN);
    const before = joined.at(-1);
    if (before && before.to + 1 === number && before.rest[0] === rest[0]) before.to = number;
    else joined.push({ from: number, to: number, rest, first: claim });
  }
  return joined.map(({ from, to, rest, first }) => [to > from ? `C${from}–C${to}` : first, ...rest]);
}

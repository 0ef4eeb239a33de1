/** A way in which models deviate from what they are asked for. What it means stays the same. */
export type Deviation = { name: string; apply: (answer: string) => string };

const lines = (answer: string, change: (line: string) => string): string => answer.split("\n").map(change).join("\n");
const titles = (answer: string, change: (title: string, index: number) => string): string => {
  let index = 0;
  return lines(answer, (line) => (/^# /.test(line) ? change(line.slice(2), index++) : line));
};
const deeper = (answer: string, by: number): string =>
  lines(answer, (line) => line.replace(/^(#+)(?= )/, (marks) => marks + "#".repeat(by)));
const cells = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const isRow = (line: string): boolean => /^\| (?!-|claim \||criterion \||risk \| likelihood)/.test(line);

/** The rows of the table below a title as something else; headings and ruler go. */
const rows = (answer: string, title: string, change: (cells: string[]) => string): string => {
  let isThere = false;
  return answer
    .split("\n")
    .flatMap((line) => {
      if (/^# /.test(line)) isThere = line === `# ${title}`;
      if (!isThere || !line.startsWith("|")) return [line];
      return isRow(line) ? [change(cells(line))] : [];
    })
    .join("\n");
};

/** Of each group at most one deviation is applied, in this order: what is inside an artifact, its heading, what is around the answer, its bytes. */
export const deviations: readonly (readonly Deviation[])[] = [
  [
    { name: "claims without a mark", apply: (answer) => answer.replaceAll("- C: ", "- ") },
    {
      name: "claims with numbers in bold",
      apply: (answer) => numbered(answer, "- C: ", (index) => `* **C${index}:** `),
    },
    { name: "claims as a numbered list", apply: (answer) => numbered(answer, "- C: ", (index) => `${index}. `) },
    {
      name: "claims in a table",
      apply: (answer) =>
        answer
          .replace(/^- C: /m, "| claim |\n|---|\n- C: ")
          .replace(/^- C: (.*)$/gm, (_, claim: string) => `| ${claim} |`),
    },
    {
      name: "claims in JSON",
      apply: (answer) =>
        answer.replace(/(?:^- C: .*\n)+/m, (list) => {
          const claims = [...list.matchAll(/^- C: (.*)$/gm)].map(([, claim]) => claim);
          return `\`\`\`json\n${JSON.stringify(claims, null, 2)}\n\`\`\`\n`;
        }),
    },
  ],
  [
    { name: "questions without a box", apply: (answer) => answer.replaceAll("- [ ] **Q** ", "- **Q:** ") },
    {
      name: "questions with hyphens",
      apply: (answer) => lines(answer, (line) => (line.includes("**Q**") ? line.replaceAll(" — ", " - ") : line)),
    },
  ],
  [
    {
      name: "scores of ten",
      apply: (answer) => rows(answer, "Scorecard", ([c, w, s, b]) => `| ${c} | ${w} % | **${s}/10** | ${b} |`),
    },
    {
      name: "scores as a list",
      apply: (answer) => rows(answer, "Scorecard", ([c, w, s, b]) => `- **${c}** (${w}): ${s}/10 — ${b}`),
    },
    {
      name: "scores with reasons below",
      apply: (answer) => rows(answer, "Scorecard", ([c, w, s, b]) => `- **${c} (${w}): ${s}/10**\n  ${b}`),
    },
    {
      name: "scores with short rows",
      apply: (answer) => rows(answer, "Scorecard", ([c, w, s]) => `| ${c} | ${w} | ${s} |`),
    },
    {
      name: "scores in JSON",
      apply: (answer) =>
        answer.replace(/(?<=^# Scorecard\n\n)(?:\|.*\n)+/m, (table) => {
          const scores = table.split("\n").filter(isRow).map(cells);
          const list = scores.map(([criterion, weight, score, because]) => ({
            criterion,
            weight: Number(weight),
            score: Number(score),
            because,
          }));
          return `\`\`\`json\n${JSON.stringify(list)}\n\`\`\`\n`;
        }),
    },
    {
      name: "scores with a bar in a cell",
      apply: (answer) => rows(answer, "Scorecard", ([c, w, s, b]) => `| ${c} | ${w} | ${s} | ${b} | and more |`),
    },
  ],
  [
    {
      name: "verdicts as a list",
      apply: (answer) => rows(answer, "Resolved positions", ([c, v, b]) => `- ${c}: ${v} — ${b}`),
    },
    {
      name: "verdicts before their claims",
      apply: (answer) => rows(answer, "Resolved positions", ([c, v, b]) => `- **${v}** – ${c}: ${b}`),
    },
    {
      name: "verdicts as headings",
      apply: (answer) => rows(answer, "Resolved positions", ([c, v, b]) => `\n### ${c}: ${v}\n\n${b}\n`),
    },
    {
      name: "verdicts in capitals",
      apply: (answer) =>
        rows(answer, "Resolved positions", ([c, v, b, a]) => `| ${c} | **${v?.toUpperCase()}** | ${b} | ${a} |`),
    },
    {
      name: "verdicts as synonyms",
      apply: (answer) =>
        rows(
          answer,
          "Resolved positions",
          ([c, v, b, a]) => `| ${c} | ${v?.replace("kept", "Accepted").replace("rejected", "Dropped")} | ${b} | ${a} |`,
        ),
    },
  ],
  [
    {
      name: "risks as a list",
      apply: (answer) =>
        rows(
          answer,
          "Risk register",
          ([r, l, i, e, p, c]) =>
            `- ${r} (likelihood ${l}, impact ${i}). Early sign: ${e}; response: ${p}; claim: ${c}`,
        ),
    },
    { name: "risks without outer bars", apply: (answer) => rows(answer, "Risk register", (row) => row.join(" | ")) },
  ],
  [
    { name: "ids with another hyphen", apply: (answer) => answer.replace(/\bR-(?=\d)/g, "R‑") },
    { name: "ids without a dash", apply: (answer) => answer.replace(/^### R-/gm, "### R") },
    { name: "requirements in bold", apply: (answer) => answer.replace(/^### (R-\d+ .*)$/gm, "**$1**") },
    { name: "requirements as words", apply: (answer) => answer.replace(/^### R-(\d+) /gm, "### Requirement $1: ") },
    { name: "requirements one level deeper", apply: (answer) => answer.replace(/^### R-/gm, "#### R-") },
  ],
  [
    { name: "milestones as words", apply: (answer) => answer.replace(/^## M(\d+) /gm, "## Milestone $1: ") },
    { name: "milestones in bold", apply: (answer) => answer.replace(/^## (M\d+ .*)$/gm, "**$1**") },
    {
      name: "fields in bold without a colon",
      apply: (answer) => answer.replace(/^- (Depends on|Requirements): (.*)$/gm, "- **$1** $2"),
    },
    {
      name: "fields in bold",
      apply: (answer) => answer.replace(/^- (Depends on|Requirements): (.*)$/gm, "- **$1:** $2"),
    },
  ],
  [
    { name: "work with a dash", apply: (answer) => answer.replace(/\bW(\d)/g, "W-$1") },
    { name: "work with emoji", apply: (answer) => answer.replace(/^### W/gm, "### 🔧 W") },
    { name: "work in bold", apply: (answer) => answer.replace(/^### (W.*)$/gm, "**$1**") },
    { name: "work as tasks", apply: (answer) => answer.replace(/^### W/gm, "### Task ") },
  ],
  [
    { name: "steps without boxes", apply: (answer) => answer.replace(/^ {2}- \[ \] /gm, "  - ") },
    { name: "steps without bullets", apply: (answer) => answer.replace(/^ {2}- (?=\[ \] )/gm, "") },
    { name: "steps with symbols", apply: (answer) => answer.replace(/^ {2}- \[ \] /gm, "  - ☐ ") },
  ],
  [{ name: "statuses with a star", apply: (answer) => answer.replace(/^- \[(.)\] (M\d)/gm, "* [$1] **$2**") }],
  [
    { name: "headings of level 2", apply: (answer) => deeper(answer, 1) },
    { name: "headings of level 3", apply: (answer) => deeper(answer, 2) },
    { name: "titles in bold", apply: (answer) => titles(answer, (title) => `**${title}**`) },
    {
      name: "titles with numbers and budgets",
      apply: (answer) => titles(answer, (title, index) => `# ${index + 1}. ${title} (max 450 words)`),
    },
    { name: "titles with keycaps", apply: (answer) => titles(answer, (title, index) => `## ${index + 1}️⃣ ${title}`) },
    { name: "titles in capitals", apply: (answer) => titles(answer, (title) => `# ${title.toUpperCase()}`) },
    { name: "titles with emoji", apply: (answer) => titles(answer, (title) => `## 📌 ${title}:`) },
    { name: "titles in German", apply: (answer) => titles(answer, (title) => `# ${german[title] ?? title}`) },
    { name: "titles underlined", apply: (answer) => titles(answer, (title) => `${title}\n=====`) },
    { name: "titles without a space", apply: (answer) => titles(answer, (title) => `#${title}`) },
    { name: "a title above", apply: (answer) => `# The plan\n\n${deeper(answer, 1)}` },
  ],
  [
    { name: "a greeting", apply: (answer) => `Sure! Here is what you asked for.\n\n${answer}` },
    {
      name: "rules right below the text",
      apply: (answer) => answer.replace(/(?<!\|)\n\n(?=#{1,3} (?![RMW]-?\d|Milestone|Requirement|Task))/g, "\n---\n"),
    },
    {
      name: "rules between the artifacts",
      apply: (answer) => answer.replace(/\n\n(?=#{1,3} (?![RMW]-?\d|Milestone|Requirement|Task))/g, "\n\n---\n\n"),
    },
  ],
  [{ name: "an offer to do more", apply: (answer) => `${answer}\nLet me know what else is needed.\n` }],
  [
    { name: "an outer fence", apply: (answer) => `\`\`\`markdown\n${answer}\`\`\`\n` },
    { name: "an outer fence without a language", apply: (answer) => `~~~\n${answer}~~~\n` },
    { name: "a quote around everything", apply: (answer) => lines(answer, (line) => `> ${line}`) },
  ],
  [
    { name: "thinking", apply: (answer) => `<think>\nWhat now?\n# Claims\n</think>\n\n${answer}` },
    {
      name: "thinking in a channel",
      apply: (answer) =>
        `<|channel|>analysis<|message|>What now?<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
    },
    { name: "thinking without its opening tag", apply: (answer) => `What now?\n</think>\n${answer}` },
  ],
  [
    { name: "line ends of Windows", apply: (answer) => answer.replaceAll("\n", "\r\n") },
    { name: "wide spaces behind marks", apply: (answer) => answer.replace(/^([>#|-]+) /gm, "$1\u00a0") },
    { name: "marks of direction", apply: (answer) => answer.replace(/^(?=[#>|-])/gm, "\u200f") },
    { name: "a byte order mark", apply: (answer) => `\ufeff${answer}` },
  ],
];

function numbered(answer: string, mark: string, change: (index: number) => string): string {
  let index = 0;
  return lines(answer, (line) => {
    if (!line.startsWith(mark)) return line;
    index += 1;
    return `${change(index)}${line.slice(mark.length)}`;
  });
}

const german: Readonly<Record<string, string>> = {
  "Business case": "Geschäftsfall",
  "Feature specification": "Funktionsspezifikation",
  "Technical approach": "Technischer Ansatz",
  "Success metrics": "Erfolgskennzahlen",
  "Open questions": "Offene Fragen",
  Claims: "Behauptungen",
};

/** An answer of each stage as it was asked for. */
export const canonicalAnswers: Readonly<Record<string, string>> = {
  thesis: `# Business case

The market hall stands empty on Sundays.

# Feature specification

A Sunday market with 40 stalls.

## Left out

Music after six.

# Technical approach

Power comes from the hall's own supply.

# Success metrics

North star: 2,000 visitors.

# Open questions

- [ ] **Q** Is there a loading dock? — the lorry size — if unanswered: assume none
- [ ] **Q** Who cleans? — the price — if unanswered: the city

# Claims

- C: The market opens at nine.
- C: No generators are used.
- C: Forty stalls are let first.
`,
  antithesis: `# Critique

[C1] needs a float.

## Keep

[C2] must survive.

# Feasibility

Verdict: feasible if the float is found.

# Risk register

| risk | likelihood 1–5 | impact 1–5 | early sign | response | claim |
|---|---|---|---|---|---|
| Rain | 3 | 2 | forecast | tents | none |
| No permit | 2 | 5 | no reply | call | C1 |

# Non-functional requirements

Aisles are 1.5 m wide.

# Dependency map

| needs | from whom | by when | if late |
|---|---|---|---|
| permit | city | 1 May | no market |

# Scorecard

| criterion | weight | score 0–10 | because |
|---|---|---|---|
| fits the request | 25 | 8 | it keeps Sunday |
| respects the facts | 15 | 7 | one number is off |
| feasible | 20 | 6 | the float is missing |
| complete | 15 | 7 | no cleaning |
| risk | 10 | 5 | rain |
| cost | 10 | 8 | cheap |
| clarity | 5 | 9 | short |
`,
  synthesis: `# Requirements

### R-1 Open on Sunday

The hall must open at nine.

- Acceptance: the doors are open
- Priority: must

### R-2 Quiet power

Power must come from the hall.

- Acceptance: no generator is heard

# Architecture

One hall, forty stalls.

# Technology choices

| chosen | rejected | why | exit |
|---|---|---|---|
| hall supply | generators | quiet | hire one |

# Resolved positions

| claim | verdict | because | answers |
|---|---|---|---|
| [C1] | kept | the hall allows it | R-1 |
| [C2] | merged | with the first | R-1 |
| [C3] | rejected | too dear | none |
| [C4] | open | the city decides | none |
`,
  parenthesis: `# Technical requirements

### R-1 Open on Sunday

The hall must open at nine.

- Test: try the door

### R-2 Quiet power

Power must come from the hall.

- Test: listen

# Master plan

## Phase 1 Start

- [ ] M1 Permit — depends on: none — owner: host
- [~] M2 Power — depends on: M1 — owner: host
- [-] M3 Stage — depends on: M1 — owner: host — reason: no room

# Milestones

## M1 Permit

- Outcome: a permit
- Depends on: none
- Requirements: R-1

## M2 Power

- Outcome: power
- Depends on: M1
- Requirements: R-1, R-2
`,
  paralysis: `# Work plan

## M1 Permit

### W1.1 Call the city

- Depends on: none
- Steps:
  - [ ] find the number
  - [ ] call
- Done when: a date is set
- Requirements: R-1

### W1.2 Sign

- Depends on: W1.1
- Steps:
  - [ ] read it
  - [ ] sign it
- Done when: it is signed

# Updated master plan

## Phase 1 Start

- [~] M1 Permit — depends on: none — owner: host
- [ ] M2 Power — depends on: M1 — owner: host

# Recommendation

## Decision

Go.

## First three actions

Call the city.
`,
};

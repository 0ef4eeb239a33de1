import type { Shape } from "#test";

const cells = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const isRow = (line: string): boolean => /^\| (?!-|claim \||criterion \||risk \| likelihood)/.test(line);

/** Replaces each row of the table below a title with the result of `change`, and removes the table's headings and ruler. */
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

/** Deviations within artifacts, of kinds that the careless model does not produce. At most one of each group is applied. */
export const deviations: readonly (readonly Shape[])[] = [
  [
    {
      name: "claims with wide colons",
      apply: (answer) => answer.replaceAll("- C: ", "- C："),
    },
    {
      name: "claims of which one has no mark",
      apply: (answer) => answer.replace(/^(- C: .*\n)- C: /m, "$1- "),
    },
    {
      name: "claims with reasons below",
      apply: (answer) => answer.replace(/^(- C: .*)$/gm, "$1\n  - *Rationale:* both sides say so"),
    },
    {
      name: "claims with a mark of the model's own",
      apply: (answer) => answer.replaceAll("- C: ", "- T: "),
    },
  ],
  [
    {
      name: "questions with German defaults",
      apply: (answer) => answer.replaceAll("— if unanswered:", "— wenn unbeantwortet:"),
    },
    {
      name: "questions with Japanese defaults",
      apply: (answer) => answer.replaceAll("— if unanswered: ", "— 回答がない場合："),
    },
  ],
  [
    {
      name: "verdicts as a list with a remark",
      apply: (answer) =>
        rows(answer, "Resolved positions", ([c, v, b]) => `- ${c}: ${v} — ${b}`).replace(
          /^(- \[C2\].*)$/m,
          "$1\n- Note: the first two overlap",
        ),
    },
    {
      name: "verdicts as sections with labels",
      apply: (answer) =>
        rows(answer, "Resolved positions", ([c, v, b]) => `\n### ${c}\n\n**Verdict:** ${v}\n**Because:** ${b}\n`),
    },
    {
      name: "verdicts of which two rows are equal",
      apply: (answer) => answer.replace(/^(\| \[C4\].*)$/m, "$1\n| C1 | kept | again | none |"),
    },
  ],
  [
    {
      name: "fields in German",
      apply: (answer) =>
        answer
          .replace(/^- Steps:$/gm, "- Schritte:")
          .replace(/^- Done when: (.*)$/gm, "- Fertig, wenn: $1")
          .replace(/^- Depends on: none$/gm, "- Abhängig von: keine"),
    },
    {
      name: "a field that was not asked for",
      apply: (answer) => answer.replace(/^(- Done when: .*)$/gm, "- Handover: Dana keeps it\n$1"),
    },
  ],
  [
    {
      name: "statuses as words in brackets",
      apply: (answer) =>
        answer
          .replace(/^- \[ \] (M\d \w+)/gm, "- **$1** (open)")
          .replace(/^- \[~\] (M\d \w+)/gm, "- **$1** (in progress)")
          .replace(/^- \[-\] (M\d \w+)/gm, "- ~~$1~~"),
    },
    {
      name: "statuses in fields below",
      apply: (answer) =>
        answer
          .replace(/^- \[ \] (M\d .*)$/gm, "- $1")
          .replace(/^- \[~\] (M\d .*)$/gm, "- $1\n  - Status: in progress")
          .replace(/^- \[-\] (M\d .*)$/gm, "- $1\n  - Status: dropped"),
    },
  ],
];

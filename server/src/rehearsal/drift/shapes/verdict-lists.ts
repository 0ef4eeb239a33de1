import { changeVerdicts, eachVerdict, grouped, joined, named, plain, quoted, reasoned } from "./judged.ts";
import { table, unescaped } from "./rows.ts";
import { capital, type ShapeGroup } from "./shape.ts";

/** Shapes that write verdicts as lists, paragraphs or sections instead of a table. */
export const verdictLists: ShapeGroup = [
  {
    name: "verdicts in a list",
    apply: eachVerdict((one) => `- ${named(one)}: ${one.verdict} — ${reasoned(one)}`),
  },
  {
    name: "verdicts in a numbered list",
    apply: eachVerdict((one, number) =>
      one.claim === ""
        ? `${number}. **${one.id}:** ${capital(one.verdict)}. ${reasoned(one)}`
        : `${number}. **${one.id}** ${quoted(one)}: ${one.verdict}. ${reasoned(one)}`,
    ),
  },
  {
    name: "verdicts before their claims",
    apply: eachVerdict(
      (one) => `- **${capital(one.verdict)}** – ${joined([one.id, quoted(one)], " ")}: ${reasoned(one)}`,
    ),
  },
  {
    name: "verdicts behind their claims",
    apply: eachVerdict(
      (one) => `- ${joined([`**${one.id}**`, quoted(one)], " ")} → **${capital(one.verdict)}.** ${reasoned(one)}`,
    ),
  },
  {
    name: "verdicts as paragraphs",
    dropsReferences: true,
    apply: eachVerdict(
      (one) => `**${plain(one.id)} — ${capital(one.verdict)}.** ${joined([quoted(one), reasoned(one)], " ")}\n`,
    ),
  },
  {
    name: "verdicts in headings",
    dropsReferences: true,
    apply: eachVerdict(
      (one) =>
        `### ${joined([plain(one.id), unescaped(one.claim)], ": ")} — **${capital(one.verdict)}**\n\n${reasoned(one)}\n`,
    ),
  },
  {
    name: "verdicts as headings of lists",
    apply: (answer) =>
      changeVerdicts(answer, (all) =>
        grouped(all).flatMap(([verdict, some]) => [
          `## ${capital(verdict)}`,
          "",
          ...some.map((one) => `- ${one.id} ${joined([quoted(one), reasoned(one)], " – ")}`),
          "",
        ]),
      ),
  },
  {
    name: "verdicts above numbered lists",
    apply: (answer) =>
      changeVerdicts(answer, (all) =>
        grouped(all).flatMap(([verdict, some]) => [
          `**${capital(verdict)} (${some.length})**`,
          "",
          ...some.map((one, index) => `${index + 1}. ${one.id} – ${joined([quoted(one), reasoned(one)], ": ")}`),
          "",
        ]),
      ),
  },
  {
    name: "verdicts as headings of tables",
    apply: (answer) =>
      changeVerdicts(answer, (all) =>
        grouped(all).flatMap(([verdict, some]) => [
          `### ${verdict === "open" ? "Left open" : capital(verdict)}`,
          "",
          ...table(
            ["Claim", "Reason", "Requirement"],
            some.map((one) => [joined([one.id, one.claim], " "), one.because, one.answers]),
          ),
          "",
        ]),
      ),
  },
  {
    name: "verdicts as lines of ids",
    apply: (answer) =>
      changeVerdicts(answer, (all, { head, rows }) => {
        if (all.some(({ claim }) => claim !== "")) return table(head, rows);
        return grouped(all).map(([verdict, some]) => {
          const reasons = [...new Set(some.map(({ because }) => unescaped(because)))].join("; ");
          return `- **${capital(verdict)}:** ${some.map(({ id }) => id).join(", ")} — ${reasons}`;
        });
      }),
  },
];

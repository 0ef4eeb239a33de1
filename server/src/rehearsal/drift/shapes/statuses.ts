import { table } from "./rows.ts";
import { capital, changeRun, inArtifact, type Shape, type ShapeGroup } from "./shape.ts";

/** A milestone of the master plan: `- [ ] M1 Title — depends on: none — owner: host`. */
type Line = { mark: string; id: string; title: string; parts: string[] };

const titles = ["Master plan", "Updated master plan"];
const pattern = /^- \[(.)\] (M\d+) (.*?)((?: — [\p{L} ]+: .*)?)$/u;

/** Replaces the milestone lines of each phase, if all of them have the requested form. */
const changePhases = (answer: string, change: (phase: Line[]) => string[]): string =>
  inArtifact(answer, titles, (body) =>
    body
      .split(/^(?=## )/m)
      .map((phase) =>
        changeRun(phase, /^- \[.\] M\d/, (run) => {
          const lines = run.flatMap((line): Line[] => {
            const [whole, mark = "", id = "", title = "", parts = ""] = pattern.exec(line) ?? [];
            return whole === undefined ? [] : [{ mark, id, title, parts: parts.split(/ — (?=[\p{L} ]+: )/u).slice(1) }];
          });
          return lines.length < run.length ? run : change(lines);
        }),
      )
      .join(""),
  );

const words: Readonly<Record<string, string>> = {
  " ": "open",
  "~": "in progress",
  x: "done",
  "!": "blocked",
  "?": "undecided",
  "-": "superseded",
};
const symbols: Readonly<Record<string, string>> = { " ": "☐", "~": "🔄", x: "✅", "!": "⛔", "?": "❓" };
const otherMarks: Readonly<Record<string, string>> = { "~": "/", x: "✓", "-": "–" };

const eachLine = (name: string, write: (line: Line, rest: string, index: number) => string): Shape => ({
  name,
  apply: (answer) =>
    changePhases(answer, (phase) =>
      phase.map((line, index) => write(line, line.parts.map((part) => ` — ${part}`).join(""), index)),
    ),
});

const partOf = (part: string): [string, string] => {
  const [name = "", ...value] = part.split(": ");
  return [capital(name), value.join(": ")];
};

export const statusShapes: ShapeGroup = [
  eachLine("statuses with a star", ({ mark, id, title }, rest) => `* [${mark}] **${id}** ${title}${rest}`),
  eachLine("statuses in words", ({ mark, id, title }, rest) => `- [${words[mark] ?? mark}] ${id} ${title}${rest}`),
  eachLine(
    "statuses as symbols",
    ({ mark, id, title }, rest) => `- ${symbols[mark] ?? `[${mark}]`} ${id} ${title}${rest}`,
  ),
  eachLine(
    "statuses with other marks",
    ({ mark, id, title }, rest) => `- [${otherMarks[mark] ?? mark}] ${id} ${title}${rest}`,
  ),
  // A status right after a dependency would be read as the status of the milestone in the dependency.
  eachLine("statuses behind the line", ({ mark, id, title, parts }, rest) =>
    parts.at(-1)?.startsWith("depends on")
      ? `- ${id} ${title} (${words[mark] ?? mark})${rest}`
      : `- ${id} ${title}${rest} (${words[mark] ?? mark})`,
  ),
  eachLine(
    "statuses among the parts",
    ({ mark, id, title }, rest) => `- ${id} ${title} — status: ${words[mark] ?? mark}${rest}`,
  ),
  eachLine(
    "statuses of milestones in words",
    ({ mark, id, title }, rest) => `* [${mark}] **Milestone ${id.slice(1)}: ${title}**${rest}`,
  ),
  eachLine("statuses without bullets", ({ mark, id, title }, rest) => `[${mark}] ${id} ${title}${rest}`),
  eachLine(
    "statuses in a numbered list",
    ({ mark, id, title }, rest, index) => `${index + 1}. [${mark}] ${id} ${title}${rest}`,
  ),
  eachLine("statuses with titles struck through", ({ mark, id, title }, rest) =>
    mark === "x" || mark === "-" ? `- [${mark}] ~~${id} ${title}~~${rest}` : `- [${mark}] **${id} ${title}**${rest}`,
  ),
  {
    name: "statuses in tables",
    apply: (answer) =>
      changePhases(answer, (phase) => {
        const fields = phase.map(({ parts }) => new Map(parts.map(partOf)));
        const names = [...new Set(fields.flatMap((one) => [...one.keys()]))];
        const rows = phase.map(({ mark, id, title }, index) =>
          [`${id} ${title}`, ...names.map((name) => fields[index]?.get(name) ?? ""), words[mark] ?? mark].map((cell) =>
            cell.replace(/(?<!\\)\|/g, "\\|"),
          ),
        );
        return table(["Milestone", ...names, "Status"], rows);
      }),
  },
  {
    name: "statuses in headings",
    apply: (answer) =>
      changePhases(answer, (phase) =>
        phase.flatMap(({ mark, id, title, parts }) => [
          `### ${id} ${title}`,
          "",
          `- Status: ${words[mark] ?? mark}`,
          ...parts.map(partOf).map(([name, value]) => `- ${name}: ${value}`),
          "",
        ]),
      ),
  },
];

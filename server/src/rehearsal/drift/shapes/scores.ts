import { registerShapes } from "./registers.ts";
import { changeRows, changeTable, rowsAs, table } from "./rows.ts";
import { asJson, capital, type ShapeGroup } from "./shape.ts";

const title = "Scorecard";

export const scoreShapes: ShapeGroup = [
  ...registerShapes(title),
  {
    name: "scores of ten",
    apply: (answer) => changeRows(answer, title, ([c, w, s, b]) => [c, `${w} %`, `**${s}/10**`, b]),
  },
  {
    name: "scores out of ten",
    apply: (answer) => changeRows(answer, title, ([c, w, s, b]) => [c, w, `${s} out of 10`, b]),
  },
  { name: "scores with decimals", apply: (answer) => changeRows(answer, title, ([c, w, s, b]) => [c, w, `${s},0`, b]) },
  {
    name: "weights as fractions",
    apply: (answer) => changeRows(answer, title, ([c, w, s, b]) => [c, String(Number(w) / 100), s, b]),
  },
  {
    name: "criteria with numbers and HTML",
    apply: (answer) => {
      let number = 0;
      return changeRows(answer, title, ([c, w, s, b]) => [`${++number}. <b>${c}</b>`, w, `<b>${s}</b>`, b]);
    },
  },
  {
    name: "scores in a list",
    apply: (answer) => rowsAs(answer, title, ([c, w, s, b]) => `- **${c}** (${w}): ${s}/10 — ${b}`),
  },
  {
    name: "scores in a list with labels",
    apply: (answer) =>
      rowsAs(answer, title, ([c, w, s, b]) => `- **${capital(c ?? "")}** — weight: ${w}, score: ${s}/10. ${b}`),
  },
  {
    name: "scores with reasons below",
    apply: (answer) => rowsAs(answer, title, ([c, w, s, b]) => `- **${c} (${w}): ${s}/10**\n  ${b}`),
  },
  {
    name: "scores as lines",
    apply: (answer) =>
      rowsAs(answer, title, ([c, w, s, b]) => `**${capital(c ?? "")}** (weight ${w}): **${s}/10** – ${b}`),
  },
  {
    name: "scores as paragraphs",
    apply: (answer) => rowsAs(answer, title, ([c, w, s, b]) => `**${capital(c ?? "")} (${w}%): ${s}/10.** ${b}\n`),
  },
  {
    name: "scores in headings",
    apply: (answer) =>
      rowsAs(answer, title, ([c, w, s, b]) => `### ${capital(c ?? "")} (weight ${w}%) — ${s}/10\n\n${b}\n`),
  },
  {
    name: "scores with a bar in a cell",
    apply: (answer) => changeRows(answer, title, ([c, w, s, b]) => [c, w, s, b, "and more"]),
  },
  {
    name: "scores with a total",
    apply: (answer) =>
      changeTable(answer, title, ({ head, rows }) => table(head, [...rows, ["**Total**", "100", "7.4", ""]])),
  },
  {
    name: "weights beside criteria",
    apply: (answer) =>
      changeTable(answer, title, ({ rows }) =>
        table(
          ["Criterion", "Score", "Because"],
          rows.map(([c, w, s, b]) => [`**${c}** (${w}%)`, s, b]),
        ),
      ),
  },
  {
    name: "scores below translated headings",
    apply: (answer) =>
      changeTable(answer, title, ({ rows }) => table(["Kriterium", "Gewicht", "Punkte", "Begründung"], rows)),
  },
  {
    name: "scores in columns",
    apply: (answer) =>
      changeTable(answer, title, ({ head, rows }) =>
        table(
          ["", ...rows.map(([c = ""]) => c)],
          head.slice(1).map((name, index) => [capital(name), ...rows.map((cells) => cells[index + 1])]),
        ),
      ),
  },
  {
    name: "scores in JSON by criterion",
    apply: (answer) =>
      changeTable(answer, title, ({ rows }) =>
        asJson(
          Object.fromEntries(
            rows.map(([c, weight, score, because]) => [
              c,
              { weight: Number(weight), score: Number(score), because: because?.replaceAll("\\|", "|") },
            ]),
          ),
        ),
      ),
  },
];

import { changeTable, type Register, row, rowsAs, table, unescaped } from "./rows.ts";
import { asJson, capital, type ShapeGroup } from "./shape.ts";

const nameOf = (heading: string): string => heading.replace(/\s*\d.*$/, "");
const keyOf = (heading: string): string => nameOf(heading).replaceAll(" ", "_");
const bars = (cells: readonly string[]): string => cells.join(" | ");

/** The shapes for the table below the given title. */
export const registerShapes = (title: string): ShapeGroup =>
  Object.entries(forms).map(([name, form]) => ({
    name: `${title} ${name}`,
    apply: (answer) => changeTable(answer, title, (register) => form(register, title)),
  }));

const forms: Record<string, (register: Register, title: string) => string[]> = {
  "without outer bars": ({ head, rows }) => [head, head.map(() => "---"), ...rows].map(bars),
  "without a ruler": ({ head, rows }) => [head, ...rows].map(row),
  "with a short ruler": ({ head, rows }) => [row(head), row(head.slice(1).map(() => "---")), ...rows.map(row)],
  "with alignment and capitals": ({ head, rows }) => table(head.map(capital), rows, ":---:"),
  "with blank lines between rows": ({ head, rows }) =>
    table(head, rows).flatMap((line, index) => (index > 1 ? ["", line] : [line])),
  "with numbered rows": ({ head, rows }) =>
    table(
      ["#", ...head],
      rows.map((cells, index) => [String(index + 1), ...cells]),
    ),
  "with an empty cell after each row": ({ head, rows }) =>
    table(
      head,
      rows.map((cells) => [...cells, ""]),
    ),
  "with line breaks in cells": ({ head, rows }) =>
    table(
      head,
      rows.map((cells) => cells.map((cell, index) => (index === cells.length - 1 ? cell.replace(" ", "<br>") : cell))),
    ),
  "with bold in the first column": ({ head, rows }) =>
    table(
      head,
      rows.map(([first = "", ...others]) => [`**${first}**`, ...others]),
    ),
  "with columns in another order": ({ head, rows }) =>
    table(
      head.toReversed(),
      rows.map((cells) => cells.toReversed()),
    ),
  "in a code block": ({ head, rows }) => ["```", ...table(head, rows), "```"],
  "in HTML": ({ head, rows }) => [
    "<table>",
    htmlRow("th", head),
    ...rows.map((cells) => htmlRow("td", cells)),
    "</table>",
  ],
  "drawn with characters": drawn,
  "in JSON": ({ head, rows }) => asJson(objects(head, rows)),
  "in JSON below a key": ({ head, rows }, title) =>
    asJson({ [title.toLowerCase().replaceAll(" ", "_")]: objects(head, rows) }),
  "as a nested list": ({ head, rows }) =>
    rows.flatMap(([first = "", ...others]) => [`- **${first}**`, ...fields(head, others).map((field) => `  ${field}`)]),
  "as sections": ({ head, rows }) =>
    rows.flatMap(([first = "", ...others]) => [`### ${first}`, "", ...fields(head, others), ""]),
};

const fields = (head: readonly string[], cells: readonly string[]): string[] =>
  cells.map((cell, index) => `- ${capital(nameOf(head[index + 1] ?? ""))}: ${unescaped(cell)}`);

const objects = (head: readonly string[], rows: readonly string[][]): Record<string, string>[] =>
  rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [keyOf(head[index] ?? ""), unescaped(cell)])));

const htmlRow = (tag: "th" | "td", cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${unescaped(cell)}</${tag}>`).join("")}</tr>`;

function drawn({ head, rows }: Register): string[] {
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((cells) => (cells[index] ?? "").length)));
  const rule = (mark: string) => `+${widths.map((width) => mark.repeat(width + 2)).join("+")}+`;
  const padded = (cells: readonly string[]) => row(cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)));
  return ["```", rule("-"), padded(head), rule("="), ...rows.flatMap((cells) => [padded(cells), rule("-")]), "```"];
}

export const riskShapes: ShapeGroup = [
  ...registerShapes("Risk register"),
  {
    name: "risks with labels in a list",
    apply: (answer) =>
      rowsAs(
        answer,
        "Risk register",
        ([r, l, i, e, p, c]) => `- ${r} (likelihood ${l}, impact ${i}). Early sign: ${e}; response: ${p}; claim: ${c}`,
      ),
  },
  {
    name: "risks below other headings",
    apply: (answer) =>
      changeTable(answer, "Risk register", ({ rows }) =>
        table(
          ["ID", "Risk", "L (1–5)", "I (1–5)", "Early warning sign", "Mitigation", "Related claim"],
          rows.map((cells, index) => [`RK-${index + 1}`, ...cells]),
        ),
      ),
  },
];

export const choiceShapes: ShapeGroup = [
  ...registerShapes("Technology choices"),
  {
    name: "choices with dashes in a list",
    apply: (answer) => rowsAs(answer, "Technology choices", (cells) => `- ${cells.join(" — ")}`),
  },
];

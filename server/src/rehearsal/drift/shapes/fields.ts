import { changeEntries, type Entry, eachEntry, type Field, type Kind } from "./entries.ts";
import { table } from "./rows.ts";
import type { Shape, ShapeGroup } from "./shape.ts";

const german: Readonly<Record<string, string>> = {
  Outcome: "Ergebnis",
  "Depends on": "Abhängig von",
  Requirements: "Anforderungen",
  Steps: "Schritte",
  "Done when": "Fertig wenn",
  Estimate: "Schätzung",
};
const other: Readonly<Record<string, string>> = {
  "Depends on": "Predecessors",
  Requirements: "Requirements addressed",
};

type Form = (fields: Field[]) => string;

const items = ({ items: all }: Field, indent: string): string[] => all.map((item) => `${indent}- ${item}`);
const asList = (fields: readonly Field[], label: (name: string) => string, bullet = "-"): string =>
  fields
    .flatMap((field) => [`${bullet} ${label(field.name)} ${field.value}`.trimEnd(), ...items(field, "  ")])
    .join("\n");

const forms: Record<string, Form> = {
  "in bold": (fields) => asList(fields, (name) => `**${name}:**`),
  "in italics": (fields) => asList(fields, (name) => `*${name}:*`),
  "in bold without a colon": (fields) => asList(fields, (name) => `**${name}**`),
  "with stars": (fields) => asList(fields, (name) => `${name}:`, "*"),
  "in German": (fields) => asList(fields, (name) => `${german[name] ?? name}:`),
  "with other names": (fields) => asList(fields, (name) => `${other[name] ?? name}:`),
  "on lines of their own": (fields) =>
    fields
      .map((field) =>
        [
          `**${field.name}:** ${field.value}`.trimEnd() + (field.items.length > 0 ? "" : "  "),
          ...items(field, ""),
        ].join("\n"),
      )
      .join("\n"),
  "as paragraphs": (fields) =>
    fields.map((field) => [`**${field.name}:** ${field.value}`.trimEnd(), ...items(field, "")].join("\n")).join("\n\n"),
  "in nested lists": (fields) =>
    fields
      .flatMap((field) => [
        `- ${field.name}:`,
        ...(field.value === "" ? [] : valuesOf(field).map((value) => `  - ${value}`)),
        ...items(field, "  "),
      ])
      .join("\n"),
};

/** Splits a value that consists of ids separated by commas; any other value stays whole. */
const valuesOf = ({ value }: Field): string[] => (/^[RMW][-\d., RMW]+$/.test(value) ? value.split(", ") : [value]);

const rewrite = (answer: string, kind: Kind, form: Form): string =>
  eachEntry(answer, kind, ({ marks, id, title, text, fields }) =>
    [`${marks} ${id} ${title}`, text, form(fields)].filter((part) => part !== "").join("\n\n"),
  );

const isFlat = (run: readonly Entry[]): boolean =>
  run.every(({ fields }) => fields.every((field) => field.items.length === 0));

/** Shapes that change the fields of entries and keep the headings of the entries. */
export const fieldShapes = (kind: Kind): ShapeGroup => [
  ...Object.entries(forms).map(
    ([name, form]): Shape => ({
      name: `fields of ${kind.name} ${name}`,
      apply: (answer) => rewrite(answer, kind, form),
    }),
  ),
  {
    name: `fields of ${kind.name} in tables`,
    apply: (answer) => rewrite(answer, kind, (fields) => table(["Field", "Detail"], fields.map(fieldRow)).join("\n")),
  },
  {
    name: `fields of ${kind.name} on one line`,
    apply: (answer) =>
      changeEntries(answer, kind, (run) =>
        isFlat(run)
          ? run
              .map(({ marks, id, title, text, fields }) =>
                [
                  `${marks} ${id} ${title}`,
                  ...(text === "" ? [] : [text]),
                  fields.map(({ name, value }) => `**${name}:** ${value}`).join(" · "),
                ].join("\n\n"),
              )
              .join("\n\n")
          : null,
      ),
  },
];

const fieldRow = ({ name, value, items: all }: Field): string[] => [
  name,
  [value, ...all.map((item, index) => `${index + 1}. ${item.replace(/^\[ \] /, "")}`)]
    .filter((part) => part !== "")
    .join("<br>")
    .replace(/(?<!\\)\|/g, "\\|"),
];

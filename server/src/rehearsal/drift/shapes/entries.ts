import { table } from "./rows.ts";
import { asJson, inArtifact, type Shape } from "./shape.ts";

/** A field of an entry: `- Name: value`, with the list items below it. */
export type Field = { name: string; value: string; items: string[] };

/** A requirement, a milestone or a node of a work plan. `text` precedes the fields, and `rest` follows them. */
export type Entry = { marks: string; id: string; title: string; text: string; fields: Field[]; rest: string };

export type Kind = { name: string; titles: readonly string[]; heading: RegExp };

export const requirements: Kind = {
  name: "requirements",
  titles: ["Requirements", "Technical requirements"],
  heading: /^(#+) (R-\d+) (.*)$/,
};
export const milestones: Kind = { name: "milestones", titles: ["Milestones"], heading: /^(#+) (M\d+) (.*)$/ };
export const work: Kind = { name: "work", titles: ["Work plan"], heading: /^(#+) (W\d+\.\d+) (.*)$/ };

/** Replaces each group of consecutive entries with the text that `change` returns, unless that is null. */
export const changeEntries = (
  answer: string,
  { titles, heading }: Kind,
  change: (run: Entry[]) => string | null,
): string =>
  inArtifact(answer, titles, (body) => {
    const done: string[] = [];
    let run: { entries: Entry[]; text: string } = { entries: [], text: "" };
    const settle = () => {
      const changed = run.entries.length === 0 ? null : change(run.entries);
      const rests = run.entries.map(({ rest }) => rest).filter((rest) => rest !== "");
      done.push(changed === null ? run.text : `${[changed.trimEnd(), ...rests].join("\n\n")}\n\n`);
      run = { entries: [], text: "" };
    };
    for (const block of body.split(/^(?=#{2,6} )/m)) {
      const entry = readEntry(block, heading);
      if (!entry) settle();
      if (entry) run.entries.push(entry);
      run.text += block;
      if (!entry) settle();
    }
    settle();
    return done.join("").replace(/\n{3,}/g, "\n\n");
  });

export const eachEntry = (
  answer: string,
  kind: Kind,
  change: (entry: Entry, index: number, all: Entry[]) => string,
): string => changeEntries(answer, kind, (run) => run.map(change).join("\n\n"));

function readEntry(block: string, heading: RegExp): Entry | null {
  const [head = "", ...body] = block.split("\n");
  const [whole, marks = "", id = "", title = ""] = heading.exec(head) ?? [];
  if (whole === undefined) return null;
  const entry: Entry = { marks, id, title, text: "", fields: [], rest: "" };
  const [text, rest]: string[][] = [[], []];
  for (const line of body) {
    const [, name, value = ""] = /^- ([^:]{2,30}):(?: (.*))?$/.exec(line) ?? [];
    const item = /^ {2}- (.*)$/.exec(line)?.[1];
    if (name !== undefined && rest?.length === 0) entry.fields.push({ name, value, items: [] });
    else if (item !== undefined && rest?.length === 0) entry.fields.at(-1)?.items.push(item);
    else if (line.trim() !== "" || rest?.length !== 0) (entry.fields.length > 0 ? rest : text)?.push(line);
  }
  return { ...entry, text: (text ?? []).join("\n").trim(), rest: (rest ?? []).join("\n").trim() };
}

/** Joins the parts of an entry that are not empty, with a blank line between them. */
const blocks = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");

export const fieldLines = ({ fields }: Pick<Entry, "fields">, indent = ""): string[] =>
  fields.flatMap(({ name, value, items }) => [
    `${indent}- ${name}:${value === "" ? "" : ` ${value}`}`,
    ...items.map((item) => `${indent}  - ${item}`),
  ]);

const withoutBox = (item: string): string => item.replace(/^\[[ x]\] /, "");
const escaped = (text: string): string => text.replace(/(?<!\\)\|/g, "\\|").replaceAll("\n", " ");

/** The values of an entry's fields by name. Fields with the same name are merged. */
const valuesOf = ({ text, fields }: Entry): Map<string, string[]> => {
  const values = new Map<string, string[]>(text === "" ? [] : [["Statement", [text.replace(/\s*\n\s*/g, " ")]]]);
  for (const { name, value, items } of fields) {
    const all = [...(value === "" ? [] : [value]), ...items.map(withoutBox)];
    values.set(name, [...(values.get(name) ?? []), ...all]);
  }
  return values;
};

const asItem = (entry: Entry): string =>
  [
    `- **${entry.id} ${entry.title}**`,
    ...(entry.text === "" ? [] : [`  - ${entry.text.replace(/\s*\n\s*/g, " ")}`]),
    ...fieldLines(entry, "  "),
  ].join("\n");

const asHeading = (entry: Entry): string =>
  blocks([`${entry.marks} ${entry.id} ${entry.title}`, entry.text, fieldLines(entry).join("\n")]);

function asTable(run: readonly Entry[]): string {
  const values = run.map(valuesOf);
  const names = [...new Set(values.flatMap((one) => [...one.keys()]))];
  const rows = run.map(({ id, title }, index) => [
    id,
    escaped(title),
    ...names.map((name) => escaped(values[index]?.get(name)?.join("<br>") ?? "")),
  ]);
  return table(["ID", "Title", ...names], rows).join("\n");
}

const jsonOf = (entry: Entry) => ({
  id: entry.id,
  title: entry.title,
  ...Object.fromEntries(
    [...valuesOf(entry)].map(([name, all]) => [
      name.toLowerCase().replaceAll(" ", "_"),
      all.length === 1 && name !== "Steps" ? all[0] : all,
    ]),
  ),
});

const folded = ({ id, title, text, ...entry }: Entry): string =>
  blocks([
    `<details>\n<summary><strong>${id} ${title}</strong></summary>`,
    text,
    fieldLines(entry).join("\n"),
    "</details>",
  ]);

/** The shapes that apply to any kind of entry. */
export const entryShapes = (kind: Kind): Shape[] => [
  {
    name: `${kind.name} in a list`,
    apply: (answer) => changeEntries(answer, kind, (run) => run.map(asItem).join("\n")),
  },
  { name: `${kind.name} in a table`, apply: (answer) => changeEntries(answer, kind, asTable) },
  {
    name: `${kind.name} in JSON`,
    apply: (answer) => changeEntries(answer, kind, (run) => asJson(run.map(jsonOf)).join("\n")),
  },
  { name: `${kind.name} in details`, apply: (answer) => eachEntry(answer, kind, folded) },
  {
    name: `${kind.name} in headings and a list`,
    apply: (answer) =>
      changeEntries(answer, kind, (run) => {
        const half = Math.ceil(run.length / 2);
        const others = run.slice(half).map(asItem).join("\n");
        return blocks([...run.slice(0, half).map(asHeading), others === "" ? "" : "Besides these:", others]);
      }),
  },
  {
    name: `${kind.name} in headings and a table`,
    apply: (answer) =>
      changeEntries(answer, kind, (run) => {
        const half = Math.ceil(run.length / 2);
        return blocks([...run.slice(0, half).map(asHeading), half < run.length ? asTable(run.slice(half)) : ""]);
      }),
  },
];

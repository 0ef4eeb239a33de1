import { applyEdits, type Edit } from "../edits.ts";
import {
  boldField,
  type Field,
  labelLine,
  planField,
  planFieldLoosely,
  readField,
  readFields,
} from "../tables/fields.ts";
import { firstOfEach, numbersIn } from "../words.ts";
import { milestoneIds, requirementWords, workIds, workIn } from "./entry-ids.ts";
import { normaliseEntries } from "./normalise-entries.ts";
import { entriesIn } from "./plan.ts";
import { readDependencies } from "./read-dependencies.ts";

/** A node of a work plan: the heading `### W1.2 Title` and the text below it. `text` is the Markdown of both. */
export type WorkNode = {
  id: string;
  title: string;
  dependsOn: string[];
  requirements: number[];
  steps: { text: string; done: boolean }[];
  text: string;
};

/** Rewrites a work plan: puts its nodes under headings, grouped by milestone, and a box in front of every step. */
export function normaliseWorkPlan(body: string): string {
  const headed = normaliseEntries(body, workIds, milestoneIds);
  const edits = entriesIn(headed, workIds).flatMap(({ bodyStart, end }): Edit[] => {
    const text = headed.slice(bodyStart, end);
    const boxed = withBoxes(text);
    return boxed === text ? [] : [{ start: bodyStart, end, text: boxed }];
  });
  return applyEdits(headed, edits);
}

const fieldOf = (line: string): Field | null => readField(line) ?? boldField(line);

const item = /^([ \t]*)([-*+•]|\d{1,3}[.)])([ \t]+)(.*)$/;
const box = /^\[([ xX])\] /;
const looseBox = /^(?:\[([ xX✓✔]?)\]|\(([ xX])\)|([☐⬜])|([☑✅✔✓]))️?[ \t]*/u;

/**
 * Rewrites a node's steps as `- [ ]` lines. The steps are the items below `Steps`, or all items if the node has no fields.
 */
function withBoxes(text: string): string {
  const lines = text.split("\n");
  const known = lines.findIndex((line) => planField(fieldOf(line)?.name ?? labelLine(line)) === "steps");
  const hasField = lines.some((line) => planField(readField(line)?.name ?? "") !== null);
  const label = known >= 0 || hasField ? known : unknownLabel(lines);
  if (label < 0) {
    return hasField
      ? lines.map((line) => tidyBox(line, false)).join("\n")
      : lines.map((line) => tidyBox(line, true)).join("\n");
  }
  const found = fieldOf(lines[label] ?? "");
  const inline = splitSteps(found?.value ?? "");
  const indent = found?.indent ?? 0;
  const end = endOfSteps(lines, label, { indent, hasSteps: inline.length > 0 });
  const steps = lines.slice(label + 1, end);
  const least = Math.min(...steps.flatMap((line) => item.exec(line)?.[1]?.length ?? []));
  const boxed = steps.map((line) => tidyBox(line, item.exec(line)?.[1]?.length === least));
  if (inline.length === 0) return [...lines.slice(0, label + 1), ...boxed, ...lines.slice(end)].join("\n");
  const head = (lines[label] ?? "").slice(0, -(found?.value.length ?? 0)).trimEnd();
  const made = inline.map((step) => `${" ".repeat(indent + 2)}- [ ] ${step}`);
  return [...lines.slice(0, label), head, ...made, ...boxed, ...lines.slice(end)].join("\n");
}

/**
 * Finds the label of the steps in an unknown language: the only field that has nested items instead of a value, while other
 * fields have values. Returns its line index, or -1.
 */
function unknownLabel(lines: readonly string[]): number {
  const fields = lines.map((line) => (/^[-*+•][ \t]/.test(line) ? readField(line) : null));
  const labels = fields.flatMap((field, index) =>
    field?.value === "" && /^[ \t]+(?:[-*+•]|\d{1,3}[.)])[ \t]/.test(lines[index + 1] ?? "") ? [index] : [],
  );
  const hasValues = fields.some((field) => field !== null && field.value !== "");
  return labels.length === 1 && hasValues ? (labels[0] ?? -1) : -1;
}

/**
 * Steps end at a heading or at the next known field that is not nested below the label. An item counts as a field with an
 * unknown name if it is less indented than the steps, or if it is written as a field and the first step is not.
 */
function endOfSteps(
  lines: readonly string[],
  label: number,
  { indent, hasSteps }: { indent: number; hasSteps: boolean },
): number {
  let first: StepLine | null = null;
  for (let index = label + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    if (/^#{1,6}[ \t]/.test(line)) return index;
    const field = readField(line) ?? (first?.isBold ? null : boldField(line));
    if (field !== null && field.indent <= indent && planField(field.name) !== null) return index;
    const step = stepLine(line);
    if (step === null) {
      if (first && boldLabel.test(line) && line.search(/\S/) <= indent) return index;
    } else if (first === null) {
      if (hasSteps && step.indent <= indent) return index;
      first = step;
    } else if (step.indent <= indent && first.indent > indent) return index;
    else if (field !== null && step.indent === first.indent && isWrittenAsField(step, first)) return index;
  }
  return lines.length;
}

type StepLine = { indent: number; isBoxed: boolean; isNumbered: boolean; isLabelled: boolean; isBold: boolean };

const boldLabel = /^[ \t]*(?:\*\*|__)[^*_\n]{1,50}(?:[:：](?:\*\*|__)|(?:\*\*|__)[ \t]*[:：])/;

function stepLine(line: string): StepLine | null {
  const [, indent = "", marker, , content = ""] = item.exec(line) ?? [];
  if (marker === undefined) return null;
  return {
    indent: indent.length,
    isBoxed: looseBox.test(content),
    isNumbered: /\d/.test(marker),
    isLabelled: boldLabel.test(content),
    isBold: /^(?:\*\*|__)/.test(content),
  };
}

const isWrittenAsField = (line: StepLine, step: StepLine): boolean =>
  (step.isBoxed && !line.isBoxed) || (step.isNumbered && !line.isNumbered) || (line.isLabelled && !step.isLabelled);

/** Rewrites the box of an item in the board's format. If `isStep`, adds a box to an item that has none. */
function tidyBox(line: string, isStep: boolean): string {
  const [, indent = "", marker = "", , content = ""] = item.exec(line) ?? [];
  if (marker === "") return line;
  if (box.test(content)) return line;
  const [loose, x, round, , ticked] = looseBox.exec(content) ?? [];
  if (loose === undefined && !isStep) return line;
  const isDone = ticked !== undefined || /[xX✓✔]/.test(x ?? round ?? "");
  return `${indent}${marker === "•" ? "-" : marker} [${isDone ? "x" : " "}] ${content.slice(loose?.length ?? 0)}`;
}

/** Splits steps that are on one line: `call the owner; sign; pay` or `1) call 2) sign`. */
function splitSteps(value: string): string[] {
  if (value === "") return [];
  const numbered = value
    .split(/(?:^|\s)\(?\d{1,2}[.)]\s+/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
  if (numbered.length > 1) return numbered.map((step) => step.replace(/[;,]$/, ""));
  return value
    .split(/;\s+/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
}

const boxLine = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s+(.*)$/;

/** The nodes of a canonical work plan. If several have the same id, only the first counts. */
export function readWork(body: string): WorkNode[] {
  const entries = firstOfEach(entriesIn(body, workIds), ({ id }) => id);
  const nodes = entries.map(({ id, title }) => ({ id, title }));
  return entries.map(({ id, title, start, bodyStart, end }): WorkNode => {
    const below = body.slice(bodyStart, end);
    const fields = readFields(`${title}\n${below}`, planFieldLoosely);
    const steps = below.split("\n").flatMap((line) => {
      const [, mark, text = ""] = boxLine.exec(line) ?? [];
      return mark === undefined ? [] : [{ text: text.trim(), done: mark !== " " }];
    });
    return {
      ...{ id, title, steps },
      dependsOn: readDependencies(fields.get("dependsOn") ?? "", { id, nodes, idsIn: workIn }),
      requirements: numbersIn(fields.get("requirements") ?? "", requirementWords, { isList: true }),
      text: body.slice(start, end).trim(),
    };
  });
}

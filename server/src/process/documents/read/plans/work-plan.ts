import { applyEdits, type Edit } from "../edits.ts";
import { labelLine, planField, planFieldLoosely, readField, readFields } from "../tables/fields.ts";
import { firstOfEach, numbersIn } from "../words.ts";
import { milestoneIds, requirementWords, workIds, workIn } from "./entry-ids.ts";
import { normaliseEntries } from "./normalise-entries.ts";
import { entriesIn } from "./plan.ts";
import { readDependencies } from "./read-dependencies.ts";

/** A node: `### W1.2 Title` and the text below it. `text` is its Markdown with the heading. */
export type WorkNode = {
  id: string;
  title: string;
  dependsOn: string[];
  requirements: number[];
  steps: { text: string; done: boolean }[];
  text: string;
};

/** A work plan with its nodes under headings, grouped by milestones, and with a box in front of every step. */
export function normaliseWorkPlan(body: string): string {
  const headed = normaliseEntries(body, workIds, milestoneIds);
  const edits = entriesIn(headed, workIds).flatMap(({ bodyStart, end }): Edit[] => {
    const text = headed.slice(bodyStart, end);
    const boxed = withBoxes(text);
    return boxed === text ? [] : [{ start: bodyStart, end, text: boxed }];
  });
  return applyEdits(headed, edits);
}

const item = /^([ \t]*)([-*+•]|\d{1,3}[.)])([ \t]+)(.*)$/;
const box = /^\[([ xX])\] /;
const looseBox = /^(?:\[([ xX✓✔]?)\]|\(([ xX])\)|([☐⬜])|([☑✅✔✓]))️?[ \t]*/u;

/** Rewrites the steps of a node as `- [ ]` lines: those below `Steps`, or all items if the node has no fields. */
function withBoxes(text: string): string {
  const lines = text.split("\n");
  const label = lines.findIndex((line) => planField(readField(line)?.name ?? labelLine(line)) === "steps");
  if (label < 0) {
    const hasField = lines.some((line) => planField(readField(line)?.name ?? "") !== null);
    return hasField
      ? lines.map((line) => tidyBox(line, false)).join("\n")
      : lines.map((line) => tidyBox(line, true)).join("\n");
  }
  const found = readField(lines[label] ?? "");
  const inline = splitSteps(found?.value ?? "");
  const indent = found?.indent ?? 0;
  const end = endOfSteps(lines, label, indent);
  const steps = lines.slice(label + 1, end);
  const least = Math.min(...steps.flatMap((line) => item.exec(line)?.[1]?.length ?? []));
  const boxed = steps.map((line) => tidyBox(line, item.exec(line)?.[1]?.length === least));
  if (inline.length === 0) return [...lines.slice(0, label + 1), ...boxed, ...lines.slice(end)].join("\n");
  const head = (lines[label] ?? "").replace(/([:：][*_]{0,3}).*$/, "$1");
  const made = inline.map((step) => `${" ".repeat(indent + 2)}- [ ] ${step}`);
  return [...lines.slice(0, label), head, ...made, ...boxed, ...lines.slice(end)].join("\n");
}

/** Steps end at the next field of the same depth, and at a heading. */
function endOfSteps(lines: readonly string[], label: number, indent: number): number {
  const end = lines.findIndex((line, index) => {
    if (index <= label || line.trim() === "") return false;
    if (/^#{1,6}[ \t]/.test(line)) return true;
    const field = readField(line);
    return field !== null && field.indent <= indent && planField(field.name) !== null;
  });
  return end < 0 ? lines.length : end;
}

/** A box in the board's format. `isStep`: an item without a box gets one. */
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

/** The nodes of a canonical work plan, each id once. */
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
      requirements: numbersIn(fields.get("requirements") ?? "", requirementWords),
      text: body.slice(start, end).trim(),
    };
  });
}

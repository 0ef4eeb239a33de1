import { inArtifact, type Shape, type ShapeGroup } from "./shape.ts";

/** Replaces the list of steps in each node of the work plan. */
const steps = (name: string, written: (items: string[], label: string) => string[] | null): Shape => ({
  name,
  apply: (answer) =>
    inArtifact(answer, ["Work plan"], (body) =>
      body.replace(/^(- [*]*Steps[:*]*)\n((?: {2}- \[ \] .*\n)+)/gm, (whole, label: string, list: string) => {
        const items = list
          .trimEnd()
          .split("\n")
          .map((line) => line.slice("  - [ ] ".length));
        const changed = written(items, label);
        return changed === null ? whole : `${changed.join("\n")}\n`;
      }),
    ),
});

const isShort = (items: readonly string[]): boolean => !items.some((item) => /;|\(\d|\d[.)] /.test(item));

export const stepShapes: ShapeGroup = [
  steps("steps without boxes", (items, label) => [label, ...items.map((item) => `  - ${item}`)]),
  steps("steps with symbols", (items, label) => [label, ...items.map((item) => `  - ☐ ${item}`)]),
  steps("steps with empty boxes", (items, label) => [label, ...items.map((item) => `  - [] ${item}`)]),
  steps("steps with escaped boxes", (items, label) => [label, ...items.map((item) => `  - \\[ \\] ${item}`)]),
  steps("steps with numbers", (items, label) => [label, ...items.map((item, index) => `  ${index + 1}. ${item}`)]),
  steps("steps without indentation", (items) => ["- **Tasks:**", ...items.map((item) => `* [ ] ${item}`)]),
  steps("steps without bullets", (items) => ["", "**Steps:**", "", ...items.map((item) => `[ ] ${item}`), ""]),
  steps("steps on one line", (items, label) => (isShort(items) ? [`${label} ${items.join("; ")}`] : null)),
  steps("steps with numbers on one line", (items, label) =>
    isShort(items) ? [`${label} ${items.map((item, index) => `(${index + 1}) ${item}`).join(" ")}`] : null,
  ),
];

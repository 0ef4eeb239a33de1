import { changeEntries, entryShapes, milestones, requirements, work } from "./entries.ts";
import { fieldShapes } from "./fields.ts";
import { capital, type ShapeGroup } from "./shape.ts";

export const requirementShapes: ShapeGroup = [...entryShapes(requirements), ...fieldShapes(requirements)];

export const milestoneShapes: ShapeGroup = [
  ...entryShapes(milestones),
  ...fieldShapes(milestones),
  {
    name: "milestones below phases",
    apply: (answer) =>
      changeEntries(answer, milestones, (run) =>
        run
          .map(({ id, title, text, fields }, index) => {
            const phase = index % 3 === 0 ? `## Phase ${index / 3 + 1}: Part ${index / 3 + 1}\n\n` : "";
            const items = fields.map(({ name, value }) => `* ${name}: ${value}`).join("\n");
            return `${phase}### ${id}: ${title}\n\n${text === "" ? "" : `${text}\n\n`}${items}`;
          })
          .join("\n\n"),
      ),
  },
  {
    name: "milestones as lines of the plan",
    apply: (answer) =>
      changeEntries(answer, milestones, (run) =>
        run.some(({ text }) => text !== "")
          ? null
          : run
              .map(({ id, title, fields }) => {
                const parts = fields.map(({ name, value }) => `${name.toLowerCase()}: ${value}`);
                return `- [ ] ${[`${id} ${title}`, ...parts].join(" — ")}`;
              })
              .join("\n"),
      ),
  },
  {
    name: "milestones in a numbered list",
    apply: (answer) =>
      changeEntries(answer, milestones, (run) =>
        run
          .map(({ id, title, text, fields }, index) => {
            const indent = " ".repeat(`${index + 1}. `.length);
            const parts = fields.map(({ name, value }) => `${indent}- *${name}:* ${value}`);
            return [`${index + 1}. **${id}: ${title}**`, ...(text === "" ? [] : [indent + text]), ...parts].join("\n");
          })
          .join("\n"),
      ),
  },
];

export const workShapes: ShapeGroup = [
  ...entryShapes(work),
  ...fieldShapes(work),
  {
    name: "work with fields in headings",
    apply: (answer) =>
      changeEntries(answer, work, (run) =>
        run
          .map(({ id, title, text, fields }) =>
            [
              `### ${id}: ${title}`,
              ...(text === "" ? [] : [text]),
              ...fields.flatMap(({ name, value, items }) => [
                `#### ${name}`,
                [...(value === "" ? [] : [capital(value)]), ...items.map((item) => `- ${item}`)].join("\n"),
              ]),
            ].join("\n\n"),
          )
          .join("\n\n"),
      ),
  },
];

import { type Kind, milestones, requirements, work } from "./entries.ts";
import { deeper, inArtifact, type Shape, type ShapeGroup } from "./shape.ts";

/** Rewrites the headings of one kind of entry. The text that `written` returns may span several lines. */
const headed = (name: string, kind: Kind, written: (id: string, title: string, marks: string) => string): Shape => ({
  name,
  apply: (answer) =>
    inArtifact(answer, kind.titles, (body) =>
      body.replace(new RegExp(kind.heading, "gm"), (_, marks: string, id: string, title: string) =>
        written(id, title, marks),
      ),
    ),
});

const numberOf = (id: string): string => id.replace(/^\D+/, "");

/** Reduces the ids in headings to their numbers, unless the answer also has entries with ids in a list or a table. */
const alone = (name: string, kind: Kind, written: (number: string, title: string) => string): Shape => {
  const { apply } = headed("", kind, (id, title) => written(numberOf(id), title));
  return {
    name: `${name} with numbers alone`,
    apply: (answer) => (/^(?:\| |- \*\*)[RW]-?\d/m.test(answer) ? answer : apply(answer)),
  };
};

export const requirementHeadings: ShapeGroup = [
  headed("requirements without a dash", requirements, (id, title) => `### R${numberOf(id)} ${title}`),
  headed("requirements in bold", requirements, (id, title) => `**${id} ${title}**`),
  headed("requirements with ids in bold", requirements, (id, title) => `**${id}:** ${title}`),
  headed("requirements as words", requirements, (id, title) => `### Requirement ${numberOf(id)}: ${title}`),
  headed("requirements with the word", requirements, (id, title) => `### Requirement ${id}: ${title}`),
  headed("requirements one level deeper", requirements, (id, title) => `#### ${id} ${title}`),
  headed("requirements one level higher", requirements, (id, title) => `## ${id} ${title}`),
  headed("requirements with a long dash", requirements, (id, title) => `### R–${numberOf(id)} — ${title}`),
  headed(
    "requirements with other letters",
    requirements,
    (id, title) => `### REQ-${numberOf(id).padStart(3, "0")}: ${title}`,
  ),
  headed("requirements with two numbers", requirements, (id, title) => `### ${numberOf(id)}. ${id} ${title}`),
  alone("requirements", requirements, (number, title) => `### ${number}. ${title}`),
];

export const milestoneHeadings: ShapeGroup = [
  headed("milestones as words", milestones, (id, title) => `## Milestone ${numberOf(id)}: ${title}`),
  headed("milestones with the word", milestones, (id, title) => `## Milestone ${id} – ${title}`),
  headed("milestones in bold", milestones, (id, title) => `**${id} ${title}**`),
  headed("milestones with a dash", milestones, (id, title) => `## M-${numberOf(id)}: ${title}`),
  headed("milestones with a flag", milestones, (id, title) => `## 🏁 ${id}: ${title}`),
  headed("milestones underlined", milestones, (id, title) => `${id} ${title}\n-----`),
  headed("milestones in German", milestones, (id, title) => `## Meilenstein ${numberOf(id)}: ${title}`),
  headed("milestones with escapes", milestones, (id, title) => `## ${id}\\. ${title}`),
  headed("milestones one level deeper", milestones, (id, title) => `### ${id} — ${title}`),
];

export const workHeadings: ShapeGroup = [
  { name: "work with a dash", apply: (answer) => answer.replace(/\bW(?=\d)/g, "W-") },
  { name: "work with a dash inside", apply: (answer) => answer.replace(/\bW(\d+)\.(?=\d)/g, "W$1-") },
  headed("work in bold", work, (id, title) => `**${id} ${title}**`),
  headed("work as tasks", work, (id, title) => `### Task ${numberOf(id)} ${title}`),
  alone("work", work, (number, title) => `### ${number} ${title}`),
  headed("work with an emoji", work, (id, title) => `### 🔧 ${id} – ${title}`),
  headed("work with milestones in ids", work, (id, title) => `### M${id.slice(1).split(".")[0]}-${id} ${title}`),
  { name: "work one level deeper", apply: (answer) => inArtifact(answer, ["Work plan"], (body) => deeper(body, 1)) },
  {
    name: "work below milestones in words",
    apply: (answer) =>
      inArtifact(answer, ["Work plan"], (body) => body.replace(/^## M(\d+) (.*)$/gm, "## Milestone $1: $2")),
  },
];

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import type { Problem } from "./problems.ts";
import type { Expected, ReadAnswer } from "./read-answer.ts";
import type { ExpectedArtifact } from "./titles/match-title.ts";

/** The header of a sample answer's file: the deviation, the requested artifacts, and the intended content. */
const ShapeFile = z.strictObject({
  about: z.string(),
  stage: z.string(),
  artifacts: z.array(z.string()).optional(),
  claims: z.array(z.int()).optional(),
  claim_texts: z.array(z.string()).optional(),
  line_ends: z.enum(["crlf", "cr"]).optional(),
  byte_order_mark: z.boolean().optional(),
  meant: z.record(z.string(), z.array(z.string())),
});

export type Shape = {
  name: string;
  about: string;
  answer: string;
  expected: Expected;
  meant: Record<string, string[]>;
};

const folder = fileURLToPath(new URL("./shapes/", import.meta.url));
const lineEnds = { crlf: "\r\n", cr: "\r" };

/** Every sample answer in the folder `shapes`. */
export const readShapes = (): Shape[] =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const [, head = "", text = ""] =
        /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(readFileSync(`${folder}${file}`, "utf8")) ?? [];
      const shape = ShapeFile.parse(parse(head));
      const answer = shape.line_ends ? text.replaceAll("\n", lineEnds[shape.line_ends]) : text;
      return {
        name: file.replace(/\.txt$/, ""),
        about: shape.about,
        answer: shape.byte_order_mark ? `\ufeff${answer}` : answer,
        meant: shape.meant,
        expected: {
          artifacts: expectedIn(shape.stage).filter(({ title }) => shape.artifacts?.includes(title) ?? true),
          claims: shape.claims?.map((number, index) => ({ number, text: shape.claim_texts?.[index] })),
        },
      };
    });

const RecipeFile = z.object({
  steps: z.array(
    z.object({
      artifacts: z.array(
        z.object({
          title: z.string(),
          about: z.string(),
          criteria: z.array(z.object({ name: z.string(), weight: z.number() })).optional(),
        }),
      ),
    }),
  ),
});

/** The artifacts that the last step of a stage's shipped recipe asks for. */
export function expectedIn(stage: string): ExpectedArtifact[] {
  const path = new URL(`../../../../seed/recipes/${stage}.yaml`, import.meta.url);
  const recipe = RecipeFile.parse(parse(readFileSync(path, "utf8")));
  const artifacts = recipe.steps.at(-1)?.artifacts ?? [];
  return artifacts.map((artifact) => ({ key: artifact.title.toLowerCase().replaceAll(/[ -]+/g, "-"), ...artifact }));
}

/** The parsed content of an answer, in the notation of `meant` in the files' headers. */
export function describeAnswer(read: ReadAnswer): Record<string, string[]> {
  const entries = read.artifacts.map((artifact) => artifact.entries);
  return {
    artifacts: read.artifacts.map(({ key }) => key),
    claims: entries.flatMap(({ claims }) => claims?.claims ?? []),
    questions: entries.flatMap(({ questions = [] }) =>
      questions.map((one) => [one.text, one.decides, one.otherwise].join(" | ")),
    ),
    scores: entries.flatMap(
      ({ scorecard }) => scorecard?.scores.map((one) => `${one.criterion} ${one.weight} ${one.score}`) ?? [],
    ),
    verdicts: entries.flatMap(
      ({ positions }) => positions?.verdicts.map((one) => `C${one.claim} ${one.verdict}`) ?? [],
    ),
    requirements: entries.flatMap(({ requirements = [] }) => requirements.map((one) => `R-${one.number} ${one.title}`)),
    milestones: entries.flatMap(({ milestones = [] }) =>
      milestones.map((one) => {
        const [dependsOn, covers] = [one.dependsOn.map((id) => `M${id}`), one.requirements.map((id) => `R-${id}`)];
        return `M${one.number} ${one.title} | ${dependsOn.join(", ")} | ${covers.join(", ")}`.replace("|  |", "| |");
      }),
    ),
    work: entries.flatMap(({ work = [] }) =>
      work.map((one) =>
        `${one.id} ${one.title} | ${one.dependsOn.join(", ")} | ${one.steps.length}`.replace("|  |", "| |"),
      ),
    ),
    statuses: entries.flatMap(({ statuses = [] }) => statuses.map((one) => `${one.milestone} [${one.mark}]`)),
    rows: entries.flatMap(({ rows = [] }) => rows.map((row) => Object.values(row).join(" / "))),
    references: [...read.markdown.matchAll(/\[([CDFQ]\d+(?:, [CDFQ]\d+)*)\]/g)].flatMap(([, ids = ""]) =>
      ids.split(", "),
    ),
    thinking: read.thinking,
    problems: read.problems.map(describeProblem),
  };
}

function describeProblem(problem: Problem): string {
  const head = `${problem.code} ${problem.artifact}`;
  switch (problem.code) {
    case "verdicts_missing":
      return `${head}: ${problem.claims.map((claim) => `C${claim}`).join(", ")}`;
    case "entries_unread":
      return `${head}: ${problem.read} of ${problem.count}`;
    case "scores_incomplete": {
      const { missing, unreadable, invented, weights } = problem;
      const named = {
        missing,
        unreadable: unreadable.map(({ criterion }) => criterion),
        invented,
        weights: weights.map(({ criterion }) => criterion),
      };
      const parts = Object.entries(named).filter(([, names]) => names.length > 0);
      return `${head}: ${parts.map(([what, names]) => `${what} ${names.join(", ")}`).join("; ")}`;
    }
    case "plan_faults":
      return `${head}: ${problem.faults.map((fault) => (fault.kind === "unknown_dependency" ? `${fault.kind} M${fault.milestone} M${fault.dependsOn}` : fault.kind === "uncovered" ? `uncovered R-${fault.requirement}` : fault.kind === "repeated" ? `repeated ${fault.entry}` : fault.kind)).join(", ")}`;
    case "work_faults":
      return `${head}: ${problem.faults.map((fault) => (fault.kind === "unknown_dependency" ? `${fault.kind} ${fault.node} ${fault.dependsOn}` : fault.kind === "no_steps" || fault.kind === "repeated" ? `${fault.kind} ${fault.node}` : fault.kind)).join(", ")}`;
    default:
      return head;
  }
}

/** The words of three or more letters in a text, in lower case. This leaves out ids, which are written in many ways. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]{2,}/gu) ?? [],
  );

/**
 * Words that are markup and not content: fences, tags, JSON keys, names of columns and fields, words in front of numbers.
 */
export const markup: ReadonlySet<string> = new Set(
  "markdown json yaml think claim claims question requirement milestone meilenstein task req artifact done open todo progress status continued field detail value end answer response start assistant final return details summary strong what node business case feature specification technical approach success metrics score weight because criterion criteria verdict answers default unanswered decides risk likelihood impact early sign title statement priority mitigation warning probability severity trigger steps depends milestones positions resolved accepted dropped max words superseded urteil begründung pending blocked erledigt läuft entfällt noch nicht begonnen 已完成 进行中 behauptung decide não houver resposta".split(
    " ",
  ),
);

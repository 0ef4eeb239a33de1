import { placedArtifacts } from "../artifacts/artifacts.ts";
import { headingKey } from "../artifacts/heading-key.ts";
import { formatOf } from "./formats/formats.ts";
import { mergeVerdicts } from "./formats/verdicts.ts";
import { milestoneIds, requirementIds, workIds } from "./plans/entry-ids.ts";
import { mergeEntries } from "./plans/merge-entries.ts";
import type { Problem } from "./problems.ts";
import { type Expected, type ReadAnswer, readAnswer } from "./read-answer.ts";
import type { ReadArtifact } from "./read-artifact.ts";
import { readDocument } from "./read-document.ts";
import { createTitles } from "./titles/match-title.ts";

type Correction = {
  /** The model's answer to the further request. */
  text: string;
  /** The keys of the requested artifacts. */
  asked: readonly string[];
  expected: Expected;
};

/**
 * Inserts the artifacts from the answer to a further request into the first answer. A new artifact replaces the old one,
 * unless the new one is empty or has more problems. If the model wrote only the missing entries, they are merged into the old artifact.
 * Artifacts that the model repeated without being asked are ignored.
 */
export function correctAnswer(
  first: ReadAnswer,
  { text, asked, expected }: Correction,
): Pick<ReadAnswer, "markdown" | "thinking" | "problems"> {
  const again = readAgain(text, { asked, expected });
  const titles = createTitles(expected.artifacts);
  let markdown = first.markdown;
  for (const artifact of again.artifacts) {
    const isAsked = asked.includes(artifact.key);
    if (!isAsked && (titles(artifact.title) || has(markdown, headingKey(artifact.title)))) continue;
    markdown = best(candidates(markdown, artifact, expected), expected);
  }
  const thinking = [...first.thinking, ...again.thinking];
  return { markdown, thinking, problems: readDocument(markdown, expected).problems };
}

/** A model that is asked for a single artifact may omit its heading. */
function readAgain(text: string, { asked, expected }: Omit<Correction, "text">): ReadAnswer {
  const artifacts = expected.artifacts.filter(({ key }) => asked.includes(key));
  const again = readAnswer(text, { artifacts, claims: expected.claims });
  const [only, ...others] = artifacts;
  if (!only || others.length > 0 || again.markdown.trim() === "") return again;
  if (again.artifacts.some(({ key }) => key === only.key)) return again;
  const hasEntries = formatOf(only.key, { artifact: only, given: expected.claims ?? [] }).shape !== "";
  const headed = readAnswer(`# ${only.title}\n\n${again.markdown}`, { artifacts, claims: expected.claims });
  const isRead = headed.problems.every(({ code }) => code !== "artifact_unreadable" && code !== "artifact_missing");
  return hasEntries && isRead ? { ...headed, thinking: again.thinking } : again;
}

const has = (markdown: string, key: string): boolean => placedArtifacts(markdown).some((one) => one.key === key);

/** Removes a closing remark ("Let me know …") from a text, if one of the other texts ends with the same words. */
function withoutPostscript(body: string, others: readonly string[]): string {
  const paragraphs = body.trim().split(/\n{2,}/);
  const last = paragraphs.at(-1)?.trim() ?? "";
  const isProse = paragraphs.length > 1 && /^\p{L}/u.test(last) && !last.includes("\n");
  const isSaid = isProse && others.some((text) => text.trimEnd().endsWith(`\n\n${last}`));
  return isSaid ? `${paragraphs.slice(0, -1).join("\n\n")}\n` : body;
}

/** Up to three texts, in order of preference: with the new artifact, with both artifacts merged, and unchanged. */
function candidates(markdown: string, artifact: ReadArtifact, expected: Expected): string[] {
  const { key, title, body } = artifact;
  const placed = placedArtifacts(markdown);
  const others = placed.flatMap((one) => (one.key === key ? [] : [one.body]));
  const text = withoutPostscript(body, others);
  const replaced = place(markdown, { key, text: `# ${title}\n\n${text}` }, expected);
  const before = placed.find((one) => one.key === key)?.body;
  if (before === undefined) return [replaced];
  if (text.trim() === "") return [markdown];
  const merged = mergeBodies(key, { before, after: withoutPostscript(text, [before]) }, expected);
  const both = merged === null ? [] : [place(markdown, { key, text: `# ${title}\n\n${merged}` }, expected)];
  return [replaced, ...both, markdown];
}

const kinds = {
  requirements: requirementIds,
  "technical-requirements": requirementIds,
  milestones: milestoneIds,
  "work-plan": workIds,
};

function mergeBodies(
  key: string,
  { before, after }: { before: string; after: string },
  { claims = [] }: Expected,
): string | null {
  if (key === "resolved-positions") return mergeVerdicts(before, after, claims);
  const kind = Object.entries(kinds).find(([name]) => name === key)?.[1];
  return kind ? mergeEntries(before, after, kind) : null;
}

/** Inserts an artifact: in place of the one with the same key, else where the step expects it. */
function place(markdown: string, { key, text }: { key: string; text: string }, { artifacts }: Expected): string {
  const placed = placedArtifacts(markdown);
  const order = artifacts.map((one) => one.key);
  const later = order.slice(order.indexOf(key) + 1);
  const next = order.includes(key) ? placed.find((one) => later.includes(one.key))?.start : undefined;
  const end = next ?? markdown.length;
  const at = placed.find((one) => one.key === key) ?? { start: end, end };
  const parts = [markdown.slice(0, at.start).trimEnd(), text.trim(), markdown.slice(at.end).trim()];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The text whose problems weigh least; on a tie, the first. */
function best(texts: readonly string[], expected: Expected): string {
  const weighed = texts.map((text) => ({ text, weight: weightOf(readDocument(text, expected).problems) }));
  return weighed.reduce((one, other) => (other.weight < one.weight ? other : one)).text;
}

/** The weight of a missing or unreadable artifact. A missing entry has the weight 1. */
const wholeArtifact = 1_000;

const weightOf = (problems: readonly Problem[]): number =>
  problems.reduce((sum, problem) => {
    switch (problem.code) {
      case "verdicts_missing":
        return sum + problem.claims.length;
      case "entries_unread":
        return sum + problem.count - problem.read;
      case "scores_incomplete":
        return (
          sum + problem.missing.length + problem.unreadable.length + problem.invented.length + problem.weights.length
        );
      case "plan_faults":
      case "work_faults":
        return sum + problem.faults.length;
      default:
        return sum + wholeArtifact;
    }
  }, 0);

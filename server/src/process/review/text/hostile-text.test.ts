import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { artifactLines } from "./artifact-lines.ts";
import { findReferences } from "./find-references.ts";
import { parseClaims } from "./parse-claims.ts";
import { parseMilestones, parseRequirements } from "./parse-plan.ts";
import { parseQuestions } from "./parse-questions.ts";
import { parseScorecard } from "./parse-scorecard.ts";
import { parseVerdicts } from "./parse-verdicts.ts";
import { proseLines } from "./prose-lines.ts";

it.each<[string, (text: string) => unknown]>([
  ["artifactLines", artifactLines],
  ["findReferences", findReferences],
  ["parseClaims", (text) => parseClaims(proseLines(text))],
  ["parseRequirements", (text) => parseRequirements(proseLines(text))],
  ["parseMilestones", (text) => parseMilestones(proseLines(text))],
  ["parseQuestions", (text) => parseQuestions(proseLines(text))],
  ["parseScorecard", (text) => parseScorecard(proseLines(text))],
  ["parseVerdicts", (text) => parseVerdicts(proseLines(text))],
])("%s reads hostile text in linear time and never throws", { timeout: 120_000 }, (_, read) => {
  expect(findSlowClasses(read)).toEqual([]);
});

import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { readAnswer } from "./read-answer.ts";
import { expectedIn } from "./shapes.fixture.ts";

const all = ["thesis", "antithesis", "synthesis", "parenthesis", "paralysis"].flatMap(expectedIn);
const claims = Array.from({ length: 75 }, (_, index) => ({
  number: index + 1,
  text: `Claim number ${index} says so.`,
}));

it("readAnswer reads hostile text in linear time and never throws", { timeout: 300_000 }, () => {
  expect(findSlowClasses((text) => readAnswer(text, { artifacts: all, claims }))).toEqual([]);
});

it("readAnswer reads a line of ten million quote marks, on which a regular expression would overflow the stack", () => {
  const text = ">".repeat(10_000_000);
  expect(readAnswer(text, { artifacts: all, claims }).problems.length).toBeGreaterThan(0);
});

it("readAnswer reads hostile text in artifacts of every format in linear time", { timeout: 300_000 }, () => {
  const artifacts = all.filter(({ key }) => formats.includes(key));
  const read = (text: string) => {
    const part = text.slice(0, text.length / artifacts.length);
    return readAnswer(artifacts.map(({ title }) => `# ${title}\n\n${part}\n\n`).join(""), { artifacts, claims });
  };
  expect(findSlowClasses(read)).toEqual([]);
});

const formats = [
  "business-case",
  "open-questions",
  "claims",
  "risk-register",
  "scorecard",
  "resolved-positions",
  "technical-requirements",
  "milestones",
  "master-plan",
  "work-plan",
];

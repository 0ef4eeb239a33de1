import { describe, expect, it } from "vitest";
import { awkwardBriefs } from "./awkward-briefs.fixture.ts";
import { rehearse } from "./sample-process.fixture.ts";
import { part } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";

describe.each(Object.entries(awkwardBriefs))("the plan for an awkward brief (%s)", (_, brief) => {
  const { text, mustKeep, excluded = [] } = brief;
  // Each temperament leads once, because only the lead writes the plan.
  const leads = temperamentNames.map((name) => [name, ...temperamentNames.filter((other) => other !== name)] as const);
  const runs = leads.map((names) => rehearse(text, names));
  const documents = runs.flat().map(({ markdown }) => markdown.replaceAll("\\|", "|"));
  const plans = runs.map((run) =>
    run
      .filter(({ step }) => step === "formalise" || step === "break-down")
      .map(({ markdown }) => markdown.replaceAll("\\|", "|"))
      .join("\n"),
  );

  it("contains every limit, number, name and exclusion", () => {
    for (const plan of plans) expect(mustKeep.filter((words) => !plan.includes(words))).toEqual([]);
  });

  it("mentions what is excluded only together with its negation, and plans none of it", () => {
    for (const [words, negation] of excluded) {
      const lines = documents.flatMap((one) => one.split("\n")).filter((line) => line.includes(words));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((line) => !line.includes(negation))).toEqual([]);
      if (text.startsWith("ok so")) continue; // The only sentence of this brief is also its goal.
      expect(lines.filter((line) => /Carry out|in full|plainest form|deliver this/.test(line))).toEqual([]);
    }
  });

  it("does not comment on what the brief omits, computes nothing, and assigns work to no one", () => {
    for (const one of documents) {
      const own = one.replaceAll(/“[^”]*”/gu, "Q");
      expect(own).not.toMatch(/names? no |no (?:sum|date|figure|person) is (?:named|given)|does not say what is done/i);
      expect(own).not.toMatch(/leaves \D{0,3}\d|who has agreed|has agreed to/);
    }
    for (const plan of plans) {
      const owners = plan.match(/ — owner: .+? — /g) ?? [];
      expect(new Set(owners)).toEqual(new Set([" — owner: to be agreed — "]));
    }
  });

  it("begins in the way that it recommends, and describes a different way as the alternative", () => {
    const firsts = ["Draft", "Check the plan against", "Talk about"];
    for (const [index, plan] of plans.entries()) {
      expect(part(plan, "Milestones")).toMatch(
        new RegExp(`^## M1 ${firsts[index]}: .+\\n(?:.*\\n)+?- Depends on: none$`, "m"),
      );
      const decision = part(plan, "Recommendation");
      const ways = [
        "show a draft of the result first",
        "check the plan against the request first",
        "talk first with the people who will do the work",
      ];
      expect(ways.filter((way) => decision.includes(`The other way is to ${way}`))).not.toContain(ways[index]);
    }
  });

  it("asks every question about one subject in the same words", () => {
    const theses = runs[0]?.filter(({ step }) => step === "propose") ?? [];
    const asked = theses.flatMap(
      ({ markdown }) => part(markdown, "Open questions").match(/(?<=\*\*Q\*\* ).+?(?= — )/g) ?? [],
    );
    const about = (subject: RegExp) =>
      new Set(asked.filter((question) => subject.test(question.replaceAll(/“[^”]*”/gu, ""))));
    for (const subject of [/spen[dt]|cost/, /By when|day|finished/, /leads/])
      expect(about(subject).size).toBeLessThan(2);
  });
});

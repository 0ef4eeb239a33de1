import { describe, expect, it } from "vitest";
import { briefs } from "../sample-briefs.fixture.ts";
import { rehearse } from "../sample-process.fixture.ts";
import { fenced, type Step, write } from "../sample-prompts.fixture.ts";
import { part } from "../sample-reading.fixture.ts";
import { type TemperamentName, temperamentNames } from "../temperament.ts";
import { tenBriefs } from "../ten-briefs.fixture.ts";
import { fill, voices } from "../voices/voices.ts";
import { workKindOf } from "./plan-milestones.ts";

const german = "Wir wollen einen Schuppen bauen. Höchstens 900 €. Kein Beton. Offen ist, wer das Holz liefert.";
const requests = [
  briefs.popup,
  briefs.garden,
  "Plan a wedding.",
  german,
  ...Object.values(tenBriefs).map(({ text }) => text),
];

type Plan = { by: TemperamentName; formalise: string; work: string };

const plans: Plan[] = requests.flatMap((request) =>
  temperamentNames.map((by) => {
    const run = rehearse(request, [by, ...temperamentNames.filter((name) => name !== by)]);
    const last = (step: Step) => run.find((one) => one.step === step)?.markdown ?? "";
    return { by, formalise: last("formalise"), work: last("break-down") };
  }),
);

const sections = (text: string, heading: RegExp) =>
  text.split(new RegExp(`^(?=${heading.source})`, "m")).filter((one) => heading.test(one));
const milestonesIn = ({ formalise }: Plan) =>
  sections(part(formalise, "Milestones"), /## M\d/).map((text) => ({
    text,
    id: /M\d+/.exec(text)?.[0] ?? "",
    kind: workKindOf(/^## M\d+ (.*)$/m.exec(text)?.[1] ?? ""),
    dependsOn: /^- Depends on: (.*)$/m.exec(text)?.[1]?.match(/M\d+/g) ?? [],
  }));

describe("the milestones of a plan", () => {
  it("make nothing before the earlier questions are asked and the earlier checks are made", () => {
    for (const plan of plans) {
      const all = milestonesIn(plan);
      for (const [index, one] of all.entries()) {
        if (one.kind !== "make") continue;
        const before = all.slice(0, index).filter(({ kind }) => kind !== "make");
        expect(one.dependsOn).toEqual(before.map(({ id }) => id));
      }
      expect(all.at(-1)?.dependsOn).toHaveLength(all.length - 1);
    }
  });

  it("are done when a quoted sentence of the request has been checked, not when a person can repeat the sentence", () => {
    for (const plan of plans) {
      const done = part(plan.formalise, "Milestones").match(/^- Done when: .*$/gm) ?? [];
      expect(done.length).toBeGreaterThan(0);
      expect(done.filter((text) => !/^- Done when: R-\d+ “.*”.*: .+/u.test(text))).toEqual([]);
      expect(done.join("\n").replaceAll(/“[^”]*”/gu, "Q")).not.toMatch(/say the same|repeat|can find|names the same/);
    }
  });

  it("have criteria that each temperament words differently", () => {
    const criteria = temperamentNames.map(
      (name) =>
        new Set(
          plans
            .filter(({ by }) => by === name)
            .flatMap(({ formalise }) => part(formalise, "Milestones").match(/^- (?:Done when|Outcome): .*$/gm) ?? [])
            .map((text) => text.replace(/^.*(?:”|and \d+ more|Outcome): /u, "")),
        ),
    );
    const [atlas, briar, cedar] = criteria;
    expect([atlas, briar, cedar].every((one) => one && one.size > 3)).toBe(true);
    expect(atlas?.intersection(briar ?? new Set()).size).toBe(0);
    expect(cedar?.intersection(new Set([...(atlas ?? []), ...(briar ?? [])])).size).toBe(0);
  });
});

describe("the work plan", () => {
  it("makes no item wait for another item of the same milestone, and estimates no hours for items that make something", () => {
    for (const { work } of plans)
      for (const milestone of sections(part(work, "Work plan"), /## M\d/)) {
        const number = /^## M(\d+)/.exec(milestone)?.[1];
        expect(milestone).not.toMatch(new RegExp(`^- Depends on: .*W${number}\\.`, "m"));
        if (milestone.includes("- Kind: build")) expect(milestone).not.toMatch(/^- Estimate: .*hours/m);
      }
  });

  it("names its items like their milestones, so that the first actions say what is done", () => {
    for (const { work } of plans)
      expect(part(work, "Recommendation")).toMatch(/^2\. Begin W1\.1 \((?:Draft|Check the plan against|Talk about): /m);
  });
});

describe("the recommendation", () => {
  it("says, in the language of the request, that the text is English, unless the request is in English", () => {
    for (const by of temperamentNames) {
      const told = (request: string) => part(write(by, { request, step: "break-down" }), "Recommendation");
      expect(told(german)).toContain("Die Zitate stehen so im Auftrag; der Text dazwischen ist englisch.");
      expect(told(briefs.popup)).not.toContain("English");
    }
  });

  const claims = [
    fill(voices.atlas.claims.order, "“Build a shed”"),
    "A reserve of 10 % is kept, and it may be used to finish the result.",
    fill(voices.cedar.claims.order, "“Build a shed”"),
    "The shed is green.",
  ];
  const contested = fenced(
    "contested",
    claims
      .map((text, i) => `- [C${i + 1}] ${text} — [D7] kept, [D8] rejected, [D9] rejected — chosen: not yet`)
      .join("\n"),
  );
  const answers = fenced("answers", "- [Q3] Which gives way: this or that? — unanswered: neither; the work stops");
  const request = "Build a shed for 40 bicycles. No concrete.";

  it("takes a side on each contested claim, and does not call the order of its own work undecided", () => {
    const dissent = part(write("cedar", { request, step: "break-down", sections: contested }), "Recommendation");
    expect(dissent).toContain("The syntheses disagree about 4 claims, and no person has chosen yet.");
    expect(dissent).toContain(
      "The plan follows [C3]. The plan does not follow [C1] and [C2]. The plan leaves [C4] open.",
    );
    expect(dissent).toContain("[C1] is kept in [D7], but rejected in [D8] and [D9]; this plan does not follow it");
  });

  it("rests on technical requirements that name the side taken on each claim, and the question behind each assumption", () => {
    const written = write("briar", { request, step: "formalise", sections: `${answers}\n\n${contested}` });
    expect(written).toContain("this plan does not follow it, because it keeps a reserve of 20 %.");
    expect(written).toContain("- [Q3] Which gives way: this or that? Assumption: “neither; the work stops”.");
  });

  it("would change if a limit cannot be kept to, not if a person has not heard of the limit", () => {
    for (const { work } of plans) {
      const [, reasons = ""] = part(work, "Recommendation").split("## What would change our mind");
      expect(reasons.split("## ")[0]).not.toMatch(/heard of|in mind|comes out differently/);
    }
  });
});

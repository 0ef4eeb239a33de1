import { describe, expect, it } from "vitest";
import { readSentences } from "./brief/sentences.ts";
import { rehearse } from "./sample-process.fixture.ts";
import { part } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";
import { tenBriefs } from "./ten-briefs.fixture.ts";

describe.each(Object.entries(tenBriefs))(
  "the classic process with three temperaments, for %s",
  (_, { text, mustKeep }) => {
    const run = rehearse(text, temperamentNames);
    const plan = run
      .filter(({ step }) => step === "formalise" || step === "break-down")
      .map(({ markdown }) => markdown)
      .join("\n");

    it("keeps every limit, number, name and exclusion of the brief in the plan", () => {
      expect(mustKeep.filter((words) => !plan.includes(words))).toEqual([]);
    });

    it("quotes every sentence of the brief in the plan", () => {
      const sentences = readSentences(text).filter((one, index) => !one.heading || index === 0);
      const missing = sentences.filter((one) => !plan.includes(one.text.replace(/[.。:]+$/u, "")));
      expect(missing.map((one) => one.text)).toEqual([]);
    });

    it("marks a milestone as in progress only if it waits for nothing, and numbers the phases without a gap", () => {
      const updated = part(plan, "Updated master plan");
      const lines = [...updated.matchAll(/^- \[(.)\] (M\d+) .* — depends on: ([^—]+) — /gm)];
      const ready = lines.filter(([, status]) => status === "~");
      expect(ready.length).toBeGreaterThan(0);
      expect(ready.filter(([, , , after]) => after !== "none").map(([, , id]) => id)).toEqual([]);
      const phases = [...updated.matchAll(/^## Phase (\d+)/gm)].map(([, number]) => Number(number));
      expect(phases).toEqual(phases.map((_, index) => index + 1));
    });

    it("repeats no quotation within a sentence, and quotes no part of a figure", () => {
      const all = run.map(({ markdown }) => markdown).join("\n");
      const stories = all.match(/^- Story: .*$/gm) ?? [];
      for (const story of stories) {
        const quotes = story.match(/“[^”]*”/gu) ?? [];
        expect(new Set(quotes).size, story).toBe(quotes.length);
      }
      expect(all).not.toMatch(/““/u);
      expect(all).not.toMatch(/“000 |“0 | leaves 0 /u);
      expect(all).not.toMatch(/^(?:\d\. | {2}- \[ \] )\p{Ll}/mu);
    });

    it("makes no one the owner of a milestone", () => {
      const owners = new Set(
        [...part(plan, "Master plan").matchAll(/ — owner: (.+?) — /g)].map(([, name = ""]) => name),
      );
      expect([...owners]).toEqual(["to be agreed"]);
    });
  },
);

import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { fenced, write } from "./sample-prompts.fixture.ts";
import { ids, part, rows } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";

describe("contested claims", () => {
  const documents = [
    { id: "D1", kind: "thesis", label: "Proposal A", markdown: write("atlas", { request: briefs.popup }) },
  ];
  const texts = ids(part(documents[0]?.markdown ?? "", "Claims"), /(?<=^- C: ).+$/gm);
  const budget = texts.find((text) => text.includes("The whole budget")) ?? "";
  const number = texts.indexOf(budget) + 1;
  const claims = fenced("claims", texts.map((text, i) => `- [C${i + 1}] (D1) ${text}`).join("\n"));
  const contested = (choice: string) =>
    fenced("contested", `- [C${number}] ${budget} — [D7] kept, [D8] rejected — chosen: ${choice}`);

  it.each(["kept", "merged", "rejected", "open"])("get the person's verdict from every temperament: %s", (choice) => {
    expect(number).toBeGreaterThan(0);
    for (const name of temperamentNames) {
      const sections = `${claims}\n\n${contested(choice)}`;
      const markdown = write(name, { request: briefs.popup, step: "final", documents, sections });
      const row = rows(part(markdown, "Resolved positions")).find(([claim]) => claim?.startsWith(`[C${number}]`));
      expect(row?.[1]).toBe(choice);
    }
  });

  const planned = (choice: string) => {
    const markdown = write("cedar", { request: briefs.popup, step: "final", documents });
    const synthesis = { id: "D2", kind: "final_synthesis", label: "Synthesis A", markdown };
    const sections = contested(choice);
    return write("cedar", { request: briefs.popup, step: "formalise", documents: [synthesis], sections });
  };
  const requirement = (markdown: string): string =>
    part(markdown, "Technical requirements")
      .split(/^(?=### )/m)
      .find((one) => one.includes("### R-") && one.includes("The whole budget is")) ?? "";

  it("shape the plan: a kept claim becomes part of its requirement, and a rejected claim is listed as dropped, with the reason", () => {
    expect(requirement(planned("kept, because we want room"))).toContain(`[C${number}] as it was chosen: kept`);
    expect(planned("kept, because we want room")).toContain(`[C${number}] is kept, because “we want room”`);
    expect(part(planned("rejected, because too dear"), "Technical requirements")).toMatch(
      new RegExp(`## Dropped\\n\\n- \\[C${number}\\] is rejected, because “too dear”\\.`),
    );
  });

  it("are listed as undecided, with the side that the plan takes, until the person chooses; if the person leaves them open, their milestone is undecided", () => {
    expect(planned("not yet")).toContain(`- [C${number}] is kept in [D7], but rejected in [D8]; this plan follows it.`);
    expect(part(planned("open"), "Master plan")).toMatch(
      new RegExp(`^- \\[\\?\\] M\\d+ .* — reason: \\[C${number}\\] is left open$`, "m"),
    );
    expect(part(planned("kept"), "Master plan")).not.toContain("— reason:");
  });
});

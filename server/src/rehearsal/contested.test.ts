import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { fenced, write } from "./sample-prompts.fixture.ts";
import { field, ids, part, rows } from "./sample-reading.fixture.ts";
import { temperamentNames } from "./temperament.ts";

describe("contested claims", () => {
  const documents = [
    { id: "D1", kind: "thesis", label: "Proposal A", markdown: write("atlas", { request: briefs.popup }) },
  ];
  const texts = ids(part(documents[0]?.markdown ?? "", "Claims"), /(?<=^- C: ).+$/gm);
  const guests = texts.find((text) => text.startsWith("Guests:")) ?? "";
  const claims = fenced("claims", texts.map((text, i) => `- [C${i + 1}] (D1) ${text}`).join("\n"));
  const number = texts.indexOf(guests) + 1;
  const contested = (choice: string) =>
    fenced("contested", `- [C${number}] ${guests} — [D7] kept, [D8] rejected — chosen: ${choice}`);

  it.each(["kept", "merged", "rejected", "open"])("chosen as %s are judged so by every temperament", (choice) => {
    for (const name of temperamentNames) {
      const sections = `${claims}\n\n${contested(choice)}`;
      const markdown = write(name, { request: briefs.popup, step: "final", documents, sections });
      const row = rows(part(markdown, "Resolved positions")).find(([claim]) => claim?.startsWith(`[C${number}]`));
      expect(row?.[1]).toBe(choice);
    }
  });

  const planned = (choice: string) => {
    const synthesis = {
      id: "D2",
      kind: "final_synthesis",
      label: "Synthesis A",
      markdown: write("cedar", { request: briefs.popup, step: "final", documents }),
    };
    return write("cedar", {
      request: briefs.popup,
      step: "formalise",
      documents: [synthesis],
      sections: contested(choice),
    });
  };
  const requirement = (markdown: string): string =>
    part(markdown, "Technical requirements")
      .split(/^(?=### )/m)
      .find((one) => /^### R-\d+ Guests/.test(one)) ?? "";

  it("shape the plan: what was kept is required, what was rejected is not", () => {
    const way = "plan doors, cloakroom and toilets for 345 guests";
    expect(guests).toContain(way);
    expect(requirement(planned("kept, because we want room"))).toContain(way);
    expect(field(requirement(planned("kept")), "Source")).toContain(`[C${number}] as it was chosen: kept`);
    expect(requirement(planned("rejected"))).not.toContain(way);
  });

  it("nobody has chosen on leave their milestone undecided", () => {
    expect(part(planned("not yet"), "Master plan")).toMatch(
      new RegExp(`^- \\[\\?\\] M\\d+ .* — reason: \\[C${number}\\] is not settled$`, "m"),
    );
    expect(part(planned("kept"), "Master plan")).not.toContain(`reason: [C${number}]`);
  });
});

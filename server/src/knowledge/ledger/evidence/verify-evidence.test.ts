import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCase } from "./check-case.fixture.ts";
import { damagedCase, damages, randomFrom } from "./damaged-evidence.fixture.ts";
import { dialogueCase, mishaps, utterances } from "./dialogue-evidence.fixture.ts";
import { foreignCases } from "./foreign-evidence.fixture.ts";

const cases = [
  ...damages.map((damage) => [damage, (random: () => number) => damagedCase(damage, random)] as const),
  ...mishaps.map(
    (mishap) => [`in a dialogue: ${mishap}`, (random: () => number) => dialogueCase(mishap, random)] as const,
  ),
];

describe.each(cases)("evidence with damage: %s", (_, make) => {
  it("is accepted at its true position if it is valid, and refused otherwise", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const one = make(randomFrom(seed));
        const { section, start, end, accept } = one.gold;
        expect(checkCase(one), JSON.stringify(one)).toMatchObject(
          accept ? { accept, section, start, end } : { accept },
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe.each([...Map.groupBy(foreignCases(), ({ gold }) => gold.class)])(
  "evidence in other languages, %s",
  (_, own) => {
    it("is accepted at its true position if it is valid, and refused otherwise", () => {
      for (const one of own) {
        const { section, start, end, accept } = one.gold;
        expect(checkCase(one), JSON.stringify(one)).toMatchObject(
          accept ? { accept, section, start, end } : { accept },
        );
      }
    });
  },
);

describe("a quote", () => {
  const all = utterances.flatMap(({ text, says, lacks }) => [
    ...says.map(([key, valueType, value]) => ({ text, key, valueType, value, accept: true })),
    ...lacks.map(([key, valueType, value]) => ({ text, key, valueType, value, accept: false })),
  ]);
  it.each(all)("can prove that $key ($valueType) is $value: $accept", ({ text, key, valueType, value, accept }) => {
    const gold = { accept, section: "FREE_CHAT" as const, start: 0, end: text.length, class: "" };
    const op = { key, valueType, value, quote: text };
    expect(checkCase({ sections: { FREE_CHAT: text }, op, gold })).toMatchObject({ accept });
  });

  it("keeps its offsets into the stored turn if the turn has Windows line ends", () => {
    const text = "Hello.\r\n\r\nWe need 40 chairs\r\nby noon.";
    const start = text.indexOf("We need");
    const quote = "We need 40 chairs\nby noon";
    const gold = { accept: true, section: "FREE_CHAT" as const, start, end: text.length - 1, class: "" };
    for (const startChar of [start, start - 2, undefined]) {
      const op = { key: "chairs", valueType: "number" as const, value: 40, quote, ...(startChar ? { startChar } : {}) };
      expect(checkCase({ sections: { FREE_CHAT: text }, op, gold })).toMatchObject({ start, end: text.length - 1 });
    }
  });

  it("is found in Hangul text in either Unicode normal form", () => {
    const text = "예산은 300 유로입니다";
    const op = { key: "budget", valueType: "number" as const, value: 300, quote: text.normalize("NFD") };
    const gold = { accept: true, section: "FREE_CHAT" as const, start: 0, end: text.length, class: "" };
    expect(checkCase({ sections: { FREE_CHAT: text }, op, gold })).toMatchObject({ accept: true, end: text.length });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeBundle, normalizeText } from "../bundle/compose-bundle.ts";
import { evidenceSections, isEvidenceSection } from "../bundle/sections.ts";
import { damagedCase, damages, type EvidenceCase, randomFrom } from "./damaged-evidence.fixture.ts";
import { verifyEvidence } from "./verify-evidence.ts";

const context = { at: new Date("2026-11-18T09:00:00Z") };

function check({ sections, op }: EvidenceCase) {
  const bundle = composeBundle(
    Object.fromEntries(evidenceSections.map((name) => [name, { text: normalizeText(sections[name] ?? "") }])),
  );
  const named = bundle.sections.find(({ section }) => section === op.section && isEvidenceSection(section));
  const shift = named?.range.start ?? 0;
  const outcome = verifyEvidence(
    bundle,
    {
      hint: {
        quote: op.quote,
        start: op.startChar === undefined ? undefined : op.startChar + shift,
        end: op.endChar === undefined ? undefined : op.endChar + shift,
        section: op.section,
      },
      rule: { type: op.valueType },
      value: op.value,
    },
    context,
  );
  if (!outcome.ok || !outcome.supported) return { accept: false, outcome };
  const base = bundle.sections.find(({ section }) => section === outcome.evidence.section)?.range.start ?? 0;
  const { section, start, end, quote } = outcome.evidence;
  expect(quote).toBe(bundle.text.slice(start, end));
  return { accept: true, section, start: start - base, end: end - base, outcome };
}

describe.each(damages)("evidence with damage: %s", (damage) => {
  it("is accepted at its true place or refused, as it should be", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const one = damagedCase(damage, randomFrom(seed));
        const { section, start, end, accept } = one.gold;
        const outcome = check(one);
        expect(outcome).toMatchObject(accept ? { accept, section, start, end } : { accept });
      }),
      { numRuns: 200 },
    );
  });
});

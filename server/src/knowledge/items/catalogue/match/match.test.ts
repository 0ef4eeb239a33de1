import type { CatalogueId } from "@dialectic/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMatcher } from "./suggest.ts";

const entries = (...names: string[]) =>
  names.map((name, at) => ({ id: `id-${at}` as CatalogueId, name, synonyms: [], decided: [], kind: null }));
const best = (name: string, ...names: string[]) => {
  const { candidates, preselected } = createMatcher(entries(...names)).suggest({ name });
  return { name: candidates[0]?.name, isPreselected: preselected !== null };
};

describe("the matcher", () => {
  it.each([
    ["MDF 18mm 244x122", "18 mm MDF sheet 1220×2440", "12 mm MDF sheet 1220×2440"],
    ["MDF 18mm 244x122", "MDF board 2.44 x 1.22 m, 1.8 cm", "MDF board 2.5 x 1.25 m, 1.8 cm"],
    ["Wood screws 5x60 pack of 200", "Wood screw 5 x 60 mm, 200 pcs", "Wood screw 5 x 80 mm, 200 pcs"],
    ["Matt emulsion 2,5 l white", "Emulsion paint matt white 2500 ml", "Emulsion paint matt black 2500 ml"],
    ["Norvik hx5200 projector", "Norvik HX-5200 laser projector", "Norvik HX-5300 laser projector"],
    ["Photo suite professional 7", "Photo Suite Pro 7.0", "Photo Suite Pro 8.0"],
    ["Photo suite 7 for Windows", "Photo Suite 7 (Win)", "Photo Suite 7 (Mac)"],
    ["Banner 2 m x 50 cm", "Banner 200 x 50 cm", "Banner 200 x 5000 cm"],
    ["Aluminum square truss 2m", "Square truss aluminium 2000 mm", "Square truss aluminium 3000 mm"],
    ["Item 3: copper pipe dia 28, L=3000 mm", "Copper pipe 28mm 3 m", "Copper pipe 28mm 6 m"],
    ["Masonry paint 5 ltr wht", "Masonry paint white 5 litres", "Masonry paint black 5 litres"],
    ["Supply and fix hex bolts M10x50 pkt 50", "Hex bolt M10 x 50, 50/pk", "Hex bolt M10 x 50, 100/pk"],
    ["Cable T&E 2.5mm² 50m", "T&E cable 2.5 sqmm 50 m", "T&E cable 6 sqmm 50 m"],
    ["LED batten light 4ft", "LED batten light 1200 mm", "LED batten light 1500 mm"],
  ])("matches %j with %j, not with %j", (name, right, wrong) => {
    expect(best(name, wrong, right)).toEqual({ name: right, isPreselected: true });
    expect(best(name, wrong)).not.toMatchObject({ isPreselected: true });
  });

  it("preselects an equal name rather than a similar one, but nothing if two candidates are equally good", () => {
    const [equal, similar] = ["MDF sheet 18 mm", "MDF sheet 18 mm, raw"];
    const { candidates } = createMatcher(entries(equal, similar)).suggest({ name: equal });
    expect(candidates.map(({ by, confidence }) => [by, confidence >= 0.9])).toEqual([
      ["name", true],
      ["similarity", true],
    ]);
    expect(best(equal, similar, equal)).toEqual({ name: equal, isPreselected: true });
    expect(best("MDF sheets 18mm", similar, equal).isPreselected).toBe(false);
    const twice = entries(equal, similar).map((entry) => ({ ...entry, synonyms: ["Board"] }));
    expect(createMatcher(twice).suggest({ name: "board" }).preselected).toBeNull();
  });

  it("finds no candidate for a name that has nothing in common with the catalogue", () => {
    expect(best("Fire permit", "Interlocking floor tile", "MDF sheet 18 mm")).toEqual({ isPreselected: false });
  });

  it("accepts any text, and gives the same answer for any order of the catalogue", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1 })),
        (name, names) => {
          const own = entries(...names);
          const [one, other] = [createMatcher(own), createMatcher(own.toReversed())].map((matcher) =>
            matcher.suggest({ name }),
          );
          expect(one?.candidates.map(({ confidence }) => confidence)).toEqual(
            other?.candidates.map(({ confidence }) => confidence),
          );
          expect(one?.preselected).toBe(other?.preselected);
          for (const { confidence } of one?.candidates ?? []) expect(confidence >= 0.2 && confidence <= 1).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

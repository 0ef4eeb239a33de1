import { randomFrom } from "../../server/src/knowledge/ledger/evidence/damaged-evidence.fixture.ts";
import type { Pair } from "./make-pairs.ts";

/**
 * A kind of line in a bill of quantities: its alternative nouns, and its attributes, each in the forms that estimators
 * write.
 */
type Kind = { nouns: string[]; attributes: ((pick: Pick) => string[])[] };
type Pick = <T>(list: readonly T[]) => T;

const mm = (value: number): string[] => [`${value}mm`, `${value} mm`, `${value / 10}cm`, `t=${value} mm`];
const metres = (value: number): string[] => [`${value} m`, `${value}m`, `L=${value * 1000} mm`, `${value * 100} cm`];
const sides = (a: number, b: number): string[] => [
  `${a}x${b}`,
  `${a} x ${b} mm`,
  `${b}/${a}`,
  `${a / 10}×${b / 10} cm`,
];
const pieces = (value: number): string[] => [`box of ${value}`, `${value} pcs`, `${value}/pk`, `pkt ${value}`];
const colours = [["white", "wht"], ["black", "blk"], ["grey", "gray"], ["red"], ["brown"]];

const kinds: Kind[] = [
  {
    nouns: ["C16 studwork timber", "timber stud C16", "CLS stud timber C16"],
    attributes: [
      (p) =>
        sides(
          ...p([
            [38, 63],
            [38, 89],
            [47, 100],
            [47, 150],
          ] as [number, number][]),
        ),
      (p) => metres(p([2.4, 3, 3.6, 4.8])),
    ],
  },
  {
    nouns: ["plasterboard", "plaster board sheet", "gypsum plasterboard"],
    attributes: [
      (p) => mm(p([9.5, 12.5, 15, 19])),
      (p) =>
        p([
          ["square edge", "SE"],
          ["tapered edge", "TE"],
        ]),
      (p) => p([["moisture resistant", "MR"], ["fire", "fireline"], ["acoustic"]]),
    ],
  },
  {
    nouns: ["twin and earth cable", "cable T&E", "T+E cable"],
    attributes: [
      (p) =>
        p([
          ["1.5mm2", "1.5 mm²", "1.5 sqmm"],
          ["2.5mm2", "2.5 mm²", "2.5 sqmm"],
          ["6mm2", "6 mm²"],
          ["10mm2", "10 mm²"],
        ]),
      (p) =>
        p([
          ["50m drum", "drum 50 m"],
          ["100m drum", "drum 100 m"],
        ]),
    ],
  },
  {
    nouns: ["copper pipe", "pipe copper", "Cu pipe"],
    attributes: [
      (p) =>
        p([
          ["15mm", "15 mm", "dia 15"],
          ["22mm", "22 mm", "dia 22"],
          ["28mm", "28 mm", "dia 28"],
        ]),
      (p) => metres(p([2, 3, 6])),
    ],
  },
  {
    nouns: ["hex bolt zinc plated", "bolt hex BZP", "zinc plated hexagon bolt"],
    attributes: [
      (p) =>
        p([
          ["M8x50", "M8 x 50"],
          ["M8x80", "M8 x 80"],
          ["M10x50", "M10 x 50"],
          ["M12x120", "M12 x 120"],
        ]),
      (p) => pieces(p([10, 25, 50, 100])),
    ],
  },
  {
    nouns: ["masonry paint", "exterior masonry paint", "paint, masonry, ext."],
    attributes: [
      (p) =>
        p([
          ["5L", "5 ltr", "5 litres"],
          ["10L", "10 ltr", "10 litres"],
          ["2.5L", "2.5 ltr"],
        ]),
      (p) => p(colours),
    ],
  },
  {
    nouns: ["porcelain wall tile", "wall tile porc.", "tile, wall, porcelain"],
    attributes: [
      (p) =>
        sides(
          ...p([
            [300, 600],
            [200, 400],
            [600, 600],
            [100, 300],
          ] as [number, number][]),
        ),
      (p) => p(colours),
      (p) =>
        p([
          ["matt", "matte"],
          ["gloss", "glossy"],
        ]),
    ],
  },
  {
    nouns: ["ready mixed concrete", "concrete readymix", "RMC concrete"],
    attributes: [
      (p) =>
        p([
          ["C20/25", "C20-25"],
          ["C25/30", "C25-30"],
          ["C32/40", "C32-40"],
        ]),
      (p) => p([["S2"], ["S3"], ["S4"]]),
    ],
  },
  {
    nouns: ["rebar", "reinforcement bar", "reinforcing steel bar"],
    attributes: [
      (p) =>
        p([
          ["T10", "10mm"],
          ["T12", "12mm"],
          ["T16", "16mm"],
          ["T20", "20mm"],
        ]),
      (p) => metres(p([6, 12])),
    ],
  },
  {
    nouns: ["LED batten light", "batten, LED", "LED batten fitting"],
    attributes: [
      (p) =>
        p([
          ["4ft", "1200mm", "1.2 m"],
          ["5ft", "1500mm", "1.5 m"],
          ["6ft", "1800mm", "1.8 m"],
        ]),
      (p) =>
        p([
          ["20W", "20 watt"],
          ["30W", "30 watt"],
          ["58W", "58 watt"],
        ]),
      (p) => p([["IP20"], ["IP65"]]),
    ],
  },
  {
    nouns: ["painter day rate", "painting labour", "labour: painter"],
    attributes: [
      (p) =>
        p([
          ["8h day", "8 hours"],
          ["10h day", "10 hours"],
        ]),
      (p) => p([["weekday"], ["weekend"], ["night shift", "night"]]),
    ],
  },
  {
    nouns: ["scaffold tower hire", "hire of scaffold tower", "tower scaffold rental"],
    attributes: [
      (p) =>
        p([
          ["4m", "4 m platform"],
          ["6m", "6 m platform"],
          ["8m", "8 m platform"],
        ]),
      (p) =>
        p([
          ["1 week", "per week", "7 days"],
          ["4 weeks", "28 days"],
        ]),
    ],
  },
];

/**
 * Lines as estimators write them. They differ from the first sample in trades, abbreviations, units and word order, and have
 * typos and a quantity or place in front. A pair that is not a match differs in at least one attribute that both lines
 * state.
 */
export function makeEstimates(lines = 500): Pair[] {
  const random = randomFrom(77_003);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] as (typeof list)[number];
  const chance = (share: number) => random() < share;
  const before = ["", "", "", "Supply and fix ", "S&F ", "Item 3: ", "allow for ", "Ground floor - "];
  const after = ["", "", "", " as spec", " (or similar)", ", delivered", " incl. waste"];

  const write = (kind: Kind, stated: readonly string[][], shows: readonly number[]): string => {
    const parts = stated.flatMap((forms, at) => (shows.includes(at) || !chance(0.15) ? [pick(forms)] : []));
    const words = [pick(kind.nouns), ...(chance(0.3) ? parts.toReversed() : parts)];
    const text = (chance(0.25) ? [...words.slice(1), words[0]] : words).join(chance(0.3) ? ", " : " ");
    const isSlip = chance(0.1);
    const slipped = text
      .split(" ")
      .map((word) => (isSlip && /^[a-z]{6,}$/i.test(word) && chance(0.4) ? word.slice(0, 2) + word.slice(3) : word));
    const line = pick(before) + slipped.join(" ") + pick(after);
    return chance(0.15) ? line.toUpperCase() : line;
  };
  return Array.from({ length: lines }, (_, at) => {
    const split = at % 5 === 3 ? ("valid" as const) : at % 5 === 4 ? ("test" as const) : ("train" as const);
    const kind = pick(kinds);
    const own = kind.attributes.map((make) => make(pick));
    const others = [0, 1].flatMap((): Pair[] => {
      const changed = Math.floor(random() * own.length);
      const next = kind.attributes[changed]?.(pick) ?? [];
      const isOther = !next.some((form) => own[changed]?.includes(form));
      const there = own.map((forms, index) => (index === changed ? next : forms));
      return isOther
        ? [{ left: write(kind, own, [changed]), right: write(kind, there, [changed]), match: false, split }]
        : [];
    });
    const stranger = pick(kinds.filter((one) => one !== kind));
    const strange = stranger.attributes.map((make) => make(pick));
    return [
      { left: write(kind, own, []), right: write(kind, own, []), match: true, split },
      ...others,
      { left: write(kind, own, []), right: write(stranger, strange, []), match: false, split },
    ];
  }).flat();
}

import { randomFrom } from "../../server/src/knowledge/ledger/evidence/damaged-evidence.fixture.ts";

export type Pair = { left: string; right: string; match: boolean; split: "train" | "valid" | "test" };

/** The attributes of a product. Two products of one family differ only in attributes that a seller has to state. */
type Product = {
  family: number;
  noun: string[];
  brand?: string;
  code?: string;
  version?: number;
  variant?: string;
  millimetres?: number;
  sides?: [number, number];
  litres?: number;
  count?: number;
};

const attributes = ["code", "version", "variant", "millimetres", "sides", "litres", "count"] as const;
type Attribute = (typeof attributes)[number];

/** Each list has the names that different sellers give to one kind of product. */
const nouns = [
  ["MDF sheet", "MDF board", "MDF panel"],
  ["birch plywood sheet", "plywood birch", "birch ply board"],
  ["OSB 3 panel", "OSB/3 board", "OSB3 sheet"],
  ["acrylic sheet", "perspex sheet", "acrylic panel"],
  ["interlocking floor tile", "clip tile, floor", "click floor tiles"],
  ["load spreader plate", "base plate", "ballast plate"],
  ["square truss", "truss square", "truss, square section"],
  ["stretched print", "tension fabric print", "fabric print stretched"],
  ["countersunk wood screw", "wood screws csk", "screw wood countersunk"],
  ["emulsion paint matt", "matt emulsion", "wall paint matt emulsion"],
  ["cable ramp", "cable protector", "cable bridge"],
  ["laser projector", "projector laser", "projector"],
  ["digital camera", "camera digital", "compact camera"],
  ["cordless drill driver", "drill driver cordless", "cordless drill"],
  ["battery uplight", "uplight battery LED", "LED uplighter, battery"],
  ["radio microphone", "wireless microphone", "wireless mic system"],
  ["photo editing suite", "photo suite", "photo editor software"],
  ["accounting software", "bookkeeping software", "accounts software"],
  ["network switch", "ethernet switch", "switch network managed"],
  ["portable speaker", "active speaker portable", "speaker portable"],
];
const brands = [
  "Norvik",
  "Halden",
  "Brightwell",
  "Castora",
  "Meridian",
  "Ostrava",
  "Palmetto",
  "Quillon",
  "Tessaro",
  "Ulmer",
];
const variants = ["black", "white", "silver", "red", "grey"];
const editions = ["standard", "professional", "deluxe", "student"];
const noise = [
  "free shipping",
  "new",
  "in stock",
  "per piece",
  "retail box",
  "trade price",
  "incl. VAT",
  "best seller",
];

/**
 * Pairs of generated names. In a match, two sellers name the same product, with different units, order, abbreviations,
 * typos, hyphens in codes or omissions. Most pairs that are not a match differ in a single attribute. Each product is in one
 * split only.
 */
export function makePairs(products = 700): Pair[] {
  const random = randomFrom(20_261_118);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number) => random() < share;
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));

  const create = (): Product => {
    const family = whole(0, nouns.length - 1);
    const noun = nouns[family] as string[];
    if (family < 4) {
      const sides = pick<[number, number]>([
        [1220, 2440],
        [1250, 2500],
        [600, 1200],
        [610, 1220],
      ]);
      return {
        family,
        noun,
        millimetres: pick([3, 6, 9, 12, 15, 18, 22, 25]),
        sides,
        ...(chance(0.3) ? { variant: pick(variants) } : {}),
      };
    }
    if (family === 8)
      return {
        family,
        noun,
        sides: [pick([3, 4, 5, 6]), pick([30, 40, 50, 60, 80])],
        count: pick([50, 100, 200, 500]),
      };
    if (family === 9)
      return { family, noun, litres: pick([1, 2.5, 5, 10, 15]), variant: pick(variants), brand: pick(brands) };
    if (family < 11)
      return { family, noun, millimetres: pick([290, 300, 400, 500, 600, 1000, 2000, 3000]), variant: pick(variants) };
    if (family === 16 || family === 17)
      return { family, noun, brand: pick(brands), version: whole(3, 12), variant: pick(editions) };
    const letters = () => String.fromCharCode(65 + whole(0, 25)) + String.fromCharCode(65 + whole(0, 25));
    return {
      family,
      noun,
      brand: pick(brands),
      code: `${letters()}${whole(10, 99) * 10}${chance(0.4) ? pick(["B", "W", "X", "S"]) : ""}`,
      variant: pick(variants),
    };
  };

  /** Returns a product that differs in one attribute, and the name of this attribute. */
  const sibling = (one: Product): { other: Product; key: Attribute } => {
    const keys = attributes.filter((key) => one[key] !== undefined);
    for (;;) {
      const next = create();
      const key = pick(keys);
      const changed = key === "code" ? `${(one.code ?? "").slice(0, -1)}${whole(0, 9)}` : next[key];
      const isOther = changed !== undefined && JSON.stringify(changed) !== JSON.stringify(one[key]);
      if (next.family === one.family && isOther) return { other: { ...one, [key]: changed }, key };
    }
  };

  const length = (mm: number) =>
    pick(
      mm >= 1000
        ? [`${mm / 1000} m`, `${mm / 10} cm`, `${mm} mm`, `${mm}mm`]
        : [`${mm} mm`, `${mm}mm`, `${mm / 10} cm`],
    );
  const size = ([a, b]: [number, number]) => {
    const [x, y] = chance(0.5) ? [a, b] : [b, a];
    if (a < 100) return pick([`${a}x${b}`, `${a} x ${b} mm`, `${a}×${b}mm`]);
    return pick([
      `${x}x${y}`,
      `${x} × ${y} mm`,
      `${x / 10}x${y / 10}`,
      `${x / 10} x ${y / 10} cm`,
      `${x / 1000} x ${y / 1000} m`,
    ]);
  };
  const slip = (word: string) => {
    const at = whole(1, Math.max(1, word.length - 2));
    return word.length < 6 || /\d/.test(word) ? word : word.slice(0, at) + word.slice(at + 1);
  };

  /**
   * One seller's name for the product. It always states the `stated` attribute, in which the product and its sibling
   * differ: without that attribute the pair could not be judged.
   */
  const write = (one: Product, stated?: Attribute): string => {
    const parts = [pick(one.noun)];
    const drops = (key: Attribute, share: number) => key !== stated && chance(share);
    if (one.millimetres !== undefined && !drops("millimetres", 0.08)) parts.push(length(one.millimetres));
    if (one.sides && !drops("sides", 0.1)) parts.push(size(one.sides));
    if (one.litres !== undefined) parts.push(pick([`${one.litres} l`, `${one.litres}L`, `${one.litres * 1000} ml`]));
    if (one.count !== undefined && !drops("count", 0.2))
      parts.push(pick([`${one.count} pcs`, `pack of ${one.count}`, `${one.count} pack`]));
    if (one.variant && !drops("variant", 0.25)) parts.push(one.variant);
    if (one.version !== undefined && !drops("version", 0.1))
      parts.push(pick([`${one.version}`, `${one.version}.0`, `v${one.version}`]));
    if (one.code && !drops("code", 0.12))
      parts.push(pick([one.code, one.code.toLowerCase(), `${one.code.slice(0, 2)}-${one.code.slice(2)}`]));
    if (chance(0.25)) parts.push(pick(noise));
    if (chance(0.4)) parts.reverse();
    if (one.brand && !chance(0.15)) parts.unshift(one.brand);
    const text = parts.join(chance(0.2) ? ", " : " ");
    return chance(0.12)
      ? text
          .split(" ")
          .map((word) => (chance(0.3) ? slip(word) : word))
          .join(" ")
      : text;
  };

  return Array.from({ length: products }, (_, at) => {
    const split = at % 5 === 3 ? ("valid" as const) : at % 5 === 4 ? ("test" as const) : ("train" as const);
    const one = create();
    const others = [sibling(one), sibling(one), sibling(one)];
    const stranger = create();
    return [
      { left: write(one), right: write(one), match: true, split },
      ...others.map(({ other, key }) => ({ left: write(one, key), right: write(other, key), match: false, split })),
      ...(stranger.family === one.family ? [] : [{ left: write(one), right: write(stranger), match: false, split }]),
    ];
  }).flat();
}

/** The measures in a name, by family and in one unit per family, so that 18 mm and 1.8 cm are equal. */
export type Measures = Map<string, Set<number>>;

/** The sides of "244 x 122": sorted, and in millimetres if the name contains a unit; otherwise as written. */
export type Sides = { values: number[]; hasUnit: boolean };

type Unit = { family: string; factor: number };

const unitsByFamily: Record<string, Record<string, number>> = {
  length: { mm: 1, cm: 10, m: 1000, meter: 1000, metre: 1000, in: 25.4, inch: 25.4, '"': 25.4, ft: 304.8, foot: 304.8 },
  section: { mm2: 1, sqmm: 1 },
  area: { m2: 1, sqm: 1, qm: 1, sqft: 0.092903, ft2: 0.092903 },
  mass: { mg: 1e-6, g: 1e-3, kg: 1, lb: 0.453592, oz: 0.0283495, t: 1000 },
  volume: { ml: 1e-3, cl: 1e-2, l: 1, lt: 1, ltr: 1, liter: 1, litre: 1, gal: 3.78541, cuft: 28.3168 },
  data: { kb: 1e-6, mb: 1e-3, gb: 1, tb: 1000 },
  power: { w: 1, watt: 1, kw: 1000, hp: 745.7, btu: 0.293071 },
  voltage: { v: 1, volt: 1, kv: 1000 },
  current: { a: 1, amp: 1, ma: 1e-3 },
  charge: { mah: 1e-3, ah: 1 },
  frequency: { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9 },
  resolution: { mp: 1, megapixel: 1 },
  speed: { rpm: 1 },
  count: { pack: 1, pk: 1, pc: 1, pcs: 1, piece: 1, ct: 1, count: 1, user: 1 },
  time: { h: 1, hr: 1, hour: 1, day: 24, night: 24, week: 168, month: 730, year: 8760 },
  zoom: { x: 1 },
  share: { "%": 1 },
  grit: { grit: 1 },
};

const units = new Map<string, Unit>(
  Object.entries(unitsByFamily).flatMap(([family, named]) =>
    Object.entries(named).flatMap(([name, factor]): [string, Unit][] => [
      [name, { family, factor }],
      [`${name}s`, { family, factor }],
    ]),
  ),
);

/** Rewrites "3 inches", "2.0 cu. ft.", "m²", "×" and quotes after a number to the forms that the scanner recognises. */
function unify(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[×✕]/g, "x")
    .replace(/(?<=\d)\s*(?:''|[″”“])/g, '"')
    .replace(/(?<=\d)\s*['′](?=\s|$|\))/g, "ft")
    .replace(/(?<=\d)\s*-?inch(?:es)?\b/g, '"')
    .replace(/\bcu(?:bic)?\s*\.?\s*f(?:ee|oo)?t\b\.?/g, "cuft")
    .replace(/\b(?:sq(?:uare)?\s*\.?\s*f(?:ee|oo)?t)\b\.?/g, "sqft")
    .replace(/\b(?:sq(?:uare)?\s*\.?\s*m(?:et(?:er|re)s?)?)\b/g, "sqm")
    .replace(/^(?:item|pos(?:ition)?|line|no|nr)\b\.?\s*\d+\s*[:.)-]\s*/, "")
    .replace(/\b(?:pack|set|box|bag|pkt)s?\s+(?:of\s+)?(\d+)\b/g, "$1 pack")
    .replace(/(?<=\d)\s*\/\s*(?:pk|pack|pkt|box|bag)\b/g, " pack")
    .replace(/(?:\bdia(?:m(?:eter)?)?\b\.?|ø)\s*(\d+(?:\.\d+)?)(?![\d.]|\s*(?:mm|cm|m|in|"))/g, "$1 mm")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/(?<=\d),(?=\d)/g, ".");
}

const sides =
  /(?<![\p{L}\d.])(\d+(?:\.\d+)?)\s*("|mm|cm|m|ft|in)?\s*x\s*(\d+(?:\.\d+)?)\s*("|mm|cm|m|ft|in)?(?:\s*x\s*(\d+(?:\.\d+)?)\s*("|mm|cm|m|ft|in)?)?(?![\p{L}\d])/gu;
const measure = /(?<![\p{L}\d.])(\d+(?:\.\d+)?)\s*-?\s*("|%|[a-z]+2?)(?![\p{L}\d])/gu;

export type Scanned = { rest: string; measures: Measures; sides: Sides[] };

/** Removes sizes and measures from a name; words, codes and bare numbers remain. */
export function scanName(name: string): Scanned {
  const measures: Measures = new Map();
  const found: Sides[] = [];
  let rest = unify(name).replace(sides, (whole, ...groups: (string | undefined)[]) => {
    const [a, ua, b, ub, c, uc] = groups;
    // A side without a unit takes the unit of the next side, or else of the previous side: "2 x 3 m", "2 m x 50 cm".
    const named = [ua ?? ub ?? uc, ub ?? uc ?? ua, uc ?? ub ?? ua];
    const values = [a, b, c].flatMap((text, side) =>
      text === undefined ? [] : [Number(text) * (units.get(named[side] ?? "")?.factor ?? 1)],
    );
    if (values.length < 2) return whole;
    found.push({ values: values.map(round).toSorted((x, y) => x - y), hasUnit: named[0] !== undefined });
    return " ";
  });
  rest = rest.replace(measure, (whole, number: string, unitName: string) => {
    const unit = units.get(unitName);
    if (!unit) return whole;
    const own = measures.get(unit.family) ?? new Set();
    measures.set(unit.family, own.add(round(Number(number) * unit.factor)));
    return " ";
  });
  return { rest, measures, sides: found };
}

const round = (value: number): number => Number(value.toPrecision(4));

/**
 * True if the sides are equal in the same unit or, where a unit is missing, in some common unit: 244 x 122 and 2440 x
 * 1220.
 */
export function areSameSides(a: Sides, b: Sides): boolean {
  if (a.values.length !== b.values.length) return false;
  const factors = a.hasUnit && b.hasUnit ? [1] : [1, 10, 0.1, 1000, 0.001, 25.4, 1 / 25.4];
  return factors.some((factor) =>
    a.values.every((value, index) => Math.abs(value * factor - (b.values[index] ?? 0)) <= 0.01 * value * factor),
  );
}

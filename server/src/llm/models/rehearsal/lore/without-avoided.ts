import type { TemperamentName } from "../temperament.ts";
import type { Lore } from "./lore.ts";
import { type Accent, plainLore } from "./plain.ts";

/**
 * The lore with nothing in it that people have ruled out: a way that needs it gives way to another temperament's, anything else
 * to what can be said about any matter. “No glass on site” must not be followed by a glass in everybody's hand.
 */
export function withoutAvoided(lore: Lore, avoided: RegExp | undefined, accent: Accent): Lore {
  if (!avoided?.test(JSON.stringify(lore))) return lore;
  const plain = plainLore({ key: lore.key, name: lore.name, words: lore.words, order: lore.phase, accent });
  const allowed = (text: string, otherwise: string): string => (avoided.test(text) ? otherwise : text);
  const ways = Object.values(lore.ways).filter((way) => !avoided.test(way));
  const way = (name: TemperamentName): string => allowed(lore.ways[name], ways[0] ?? plain.ways[name]);
  const [first, second, third] = lore.steps;
  return {
    ...lore,
    ways: { atlas: way("atlas"), briar: way("briar"), cedar: way("cedar") },
    who: allowed(lore.who, plain.who),
    aim: allowed(lore.aim, plain.aim),
    risk: allowed(lore.risk, plain.risk),
    sign: allowed(lore.sign, plain.sign),
    response: allowed(lore.response, plain.response),
    need: avoided.test(Object.values(lore.need).join(" ")) ? plain.need : lore.need,
    measure: allowed(lore.measure, plain.measure),
    check: allowed(lore.check, plain.check),
    steps: [allowed(first, plain.steps[0]), allowed(second, plain.steps[1]), allowed(third, plain.steps[2])],
    ask: avoided.test(Object.values(lore.ask).join(" ")) ? plain.ask : lore.ask,
    limit: allowed(lore.limit, plain.limit),
  };
}

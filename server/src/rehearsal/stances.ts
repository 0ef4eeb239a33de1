import { cited, type Point } from "./brief/read-brief.ts";
import { type TemperamentName, temperamentNames } from "./temperament.ts";
import { quoted } from "./text/phrasing.ts";
import type { Topic } from "./voices/voice.ts";
import { fill, voices } from "./voices/voices.ts";

const topics = ["order", "scope", "proof", "reserve", "goal", "bound", "given", "open"] as const;

/** True for a topic that concerns the plan as a whole, not one point. */
export const isAboutWhole = (topic: Topic): boolean => ["order", "scope", "proof", "reserve"].includes(topic);

export const claimOf = (name: TemperamentName, topic: Topic, filled: { point?: Point; reserve?: number }): string =>
  fill(
    voices[name].claims[topic].replace("#", String(filled.reserve ?? 0)),
    filled.point ? cited(filled.point) : quoted(""),
  );

export type Stance = { topic: Topic; by: TemperamentName; reserve: number | undefined };

/** The position that a claim takes, recognised by its words; undefined if a rehearsal model did not write the claim. */
export function stanceOf(claim: string): Stance | undefined {
  const skeleton = claim.replace(/“.*”/u, "“”").replace(/\d+(?= %)/, "#");
  for (const topic of topics) {
    for (const by of temperamentNames) {
      // A correction may have been added to a claim, but its beginning stays the same.
      if (!skeleton.startsWith(voices[by].claims[topic].slice(0, -1))) continue;
      const reserve = topic === "reserve" ? Number(claim.match(/\d+(?= %)/)?.[0]) : undefined;
      return { topic, by, reserve };
    }
  }
  return undefined;
}

import { citedBriefly, type Point } from "./brief/read-brief.ts";
import { type TemperamentName, temperamentNames } from "./temperament.ts";
import type { Choice, Committed, Position } from "./voices/voice.ts";
import { fill, voices } from "./voices/voices.ts";

/** The topics on which a proposal takes a position: four about the plan as a whole, and one for each kind of point. */
export type Topic = Choice | "reserve" | Committed;

const topics = [
  "order",
  "scope",
  "proof",
  "reserve",
  "goal",
  "limit",
  "exclusion",
  "figure",
  "date",
  "person",
  "open",
] as const;

/** The position of a temperament on a topic: what it claims, and its objection to the claims of the others. */
export function positionOf(name: TemperamentName, topic: Topic): Position {
  const { choices, reserve, kinds } = voices[name];
  if (topic === "reserve") return reserve;
  return topic === "order" || topic === "scope" || topic === "proof" ? choices[topic] : kinds[topic];
}

export const claimOf = (name: TemperamentName, topic: Topic, filled: { point?: Point; reserve?: number }): string =>
  fill(positionOf(name, topic).claim.replace("#", String(filled.reserve ?? 0)), citedBriefly(filled.point));

/** The topic that a point raises; undefined for a point about which a proposal claims nothing. */
export function topicOf({ kind }: Point): Committed | undefined {
  return kind === "block" || kind === "context" ? undefined : kind;
}

export type Stance = { topic: Topic; by: TemperamentName; reserve: number | undefined };

/** The position that a claim takes, recognised by its words; undefined if a rehearsal model did not write the claim. */
export function stanceOf(claim: string): Stance | undefined {
  const skeleton = claim.replace(/“.*”/u, "“”").replace(/\d+(?= %)/, "#");
  for (const topic of topics) {
    for (const by of temperamentNames) {
      // A condition may have been added to a claim, but its beginning stays the same.
      if (!skeleton.startsWith(positionOf(by, topic).claim.slice(0, -1))) continue;
      const reserve = topic === "reserve" ? Number(claim.match(/\d+(?= %)/)?.[0]) : undefined;
      return { topic, by, reserve };
    }
  }
  return undefined;
}

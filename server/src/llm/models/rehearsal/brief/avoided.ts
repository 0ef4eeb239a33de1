import type { Saying } from "./saying.ts";

const forbidding =
  /\b(?:no|without|avoid(?:ing)?|never use|do not use|don't use|leave out|drop|remove|forbid(?:s|den)?)\s+(?:any |all |the )?((?:\p{L}[\p{L}-]*\s){0,2}?\p{L}[\p{L}-]*)(?=\s+(?:on|in|at|after|before|anywhere|inside|outside|near|for|to|into|from|during|please|whatsoever)\b|\s*[,.;:!?)]|\s*$)/giu;
/** “no guest may enter” forbids entering, not guests; “no later than” forbids no thing at all. */
const noThing =
  /\b(?:may|must|can|should|will|is|are|has|have|than|later|longer|more|less|one|other|need|way|exception|exceptions|doubt|problem|extra|it|this|that|them)\b/i;

/** Things people have ruled out since the brief was written: “no glass on site” rules out glass. */
export function readAvoided(sayings: readonly Saying[]): RegExp | undefined {
  const things = sayings
    .filter((one) => one.kind !== "fact" && !one.open)
    .flatMap(({ text }) => [...text.matchAll(forbidding)].map(([, phrase = ""]) => phrase.toLowerCase()))
    .filter((phrase) => !noThing.test(phrase))
    .map((phrase) => (phrase.split(/\s+/).at(-1) ?? "").replace(/s$/, ""))
    .filter((thing) => thing.length > 2);
  if (things.length === 0) return undefined;
  return new RegExp(
    `(?<!\\p{L})(?:${[...new Set(things)].map((thing) => RegExp.escape(thing)).join("|")})(?:e?s)?(?!\\p{L})`,
    "iu",
  );
}

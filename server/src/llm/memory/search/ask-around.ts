/** Words that come with what is new, alone of its kind, or otherwise than expected. */
const ofTheUnusual = "only first never new unlike exception except unusual unexpectedly surprisingly instead";
/** Words that come with what stands against something else. */
const ofConflict = "but however although not instead against contrary contradicts disagrees conflict refused changed";

/** As many words of a prompt as say what it is about; more would drown what is asked beside them. */
const wordsOfTopic = 10;

/** How much a passage counts that answers only what was asked beside the question. */
export const weightOfAround = 0.5;

/**
 * What is asked beside a question, so that a lone view is not missed for the many that say the same: what is new or
 * unusual in the matter, and what stands against it. They are asked by words alone, so that they cost nothing.
 */
export function askAround(question: string): string[] {
  const words = question.toLowerCase().match(/\p{L}[\p{L}\p{N}]{3,}/gu) ?? [];
  const topic = [...new Set(words)]
    // What matters is seldom short; the order of the prompt is kept.
    .map((word, place) => ({ word, place }))
    .sort((a, b) => b.word.length - a.word.length || a.place - b.place)
    .slice(0, wordsOfTopic)
    .sort((a, b) => a.place - b.place)
    .map(({ word }) => word)
    .join(" ");
  return topic === "" ? [] : [`${topic} ${ofTheUnusual}`, `${topic} ${ofConflict}`];
}

/** Words that signal something new, unique or unexpected. */
const ofTheUnusual = "only first never new unlike exception except unusual unexpectedly surprisingly instead";
/** Words that signal disagreement. */
const ofConflict = "but however although not instead against contrary contradicts disagrees conflict refused changed";

/** How many words of a prompt represent its topic. More would outweigh the additional words. */
const wordsOfTopic = 10;

/** The weight of a passage that matches only an additional question. */
export const weightOfAround = 0.5;

/**
 * Additional questions about what is new or unusual in the topic, and about what contradicts it. Without them a lone view would
 * be lost among many passages that say the same. They are searched by words only, which costs nothing.
 */
export function askAround(question: string): string[] {
  const words = question.toLowerCase().match(/\p{L}[\p{L}\p{N}]{3,}/gu) ?? [];
  const topic = [...new Set(words)]
    // The longest words, in the order of the prompt: important words are rarely short.
    .map((word, place) => ({ word, place }))
    .sort((a, b) => b.word.length - a.word.length || a.place - b.place)
    .slice(0, wordsOfTopic)
    .sort((a, b) => a.place - b.place)
    .map(({ word }) => word)
    .join(" ");
  return topic === "" ? [] : [`${topic} ${ofTheUnusual}`, `${topic} ${ofConflict}`];
}

import { cutUnits, type Units } from "./cut-units.ts";
import { scanWords, type Words } from "./scan-words.ts";

/** A scanned text: its words, its units, and the index of each unit's first word. `firstWords` ends with the word count. */
export type ScannedText = { text: string; words: Words; units: Units; firstWords: Int32Array };

export function scanText(text: string): ScannedText {
  const words = scanWords(text);
  const units = cutUnits(text);
  const firstWords = new Int32Array(units.count + 1);
  let word = 0;
  for (let unit = 0; unit < units.count; unit += 1) {
    const start = units.starts[unit] ?? 0;
    while (word < words.count && (words.starts[word] ?? 0) < start) word += 1;
    firstWords[unit] = word;
  }
  firstWords[units.count] = words.count;
  return { text, words, units, firstWords };
}

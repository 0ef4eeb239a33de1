import { readFileSync } from "node:fs";

const example = (name: string): string =>
  readFileSync(new URL(`../../../../../examples/${name}.md`, import.meta.url), "utf8");

/** Briefs as different as people are, for tests. */
export const briefs = {
  popup: example("popup"),
  billing: example("billing"),
  garden: example("garden"),
  book: "Write a children's book about a hedgehog who is afraid of winter. 32 pages, illustrated, for readers of five. It should be printed before Christmas and the illustrator wants 4,000 EUR.",
  short: "hi",
  hebrew:
    "אנחנו רוצים לפתוח בית קפה קטן בחיפה, 40 מקומות ישיבה. התקציב הוא 250,000 ₪ ויש לסיים עד 1.6.2026. אסור לקדוח בקירות.",
  chinese: "我们想在上海开一家小书店，面积80平方米，预算30万元，明年三月开业。不能噪音扰民。",
} as const;

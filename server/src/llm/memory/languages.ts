import type { MemoryLanguage } from "@dialectic/contract";

/** The languages with a stemmer, and their codes for Intl. */
const locales = {
  simple: "en",
  arabic: "ar",
  armenian: "hy",
  basque: "eu",
  catalan: "ca",
  danish: "da",
  dutch: "nl",
  english: "en",
  finnish: "fi",
  french: "fr",
  german: "de",
  greek: "el",
  hindi: "hi",
  hungarian: "hu",
  indonesian: "id",
  irish: "ga",
  italian: "it",
  lithuanian: "lt",
  nepali: "ne",
  norwegian: "no",
  portuguese: "pt",
  romanian: "ro",
  russian: "ru",
  serbian: "sr",
  spanish: "es",
  swedish: "sv",
  tamil: "ta",
  turkish: "tr",
  yiddish: "yi",
} as const satisfies Record<MemoryLanguage, string>;

export const isLanguage = (name: string): name is MemoryLanguage => Object.hasOwn(locales, name);

/** A day in words, so that "in May" finds what was said in May. */
export const dateInWords = (at: Date, language: MemoryLanguage): string =>
  new Intl.DateTimeFormat(locales[language], {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(at);

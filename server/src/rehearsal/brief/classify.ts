import { datesIn, figuresIn, moneyIn, saysWhen } from "./figures.ts";
import { frameKind } from "./frames.ts";
import { authorWants, boundWords, exclusionWords, goalWords, limitWords, openWords, wants } from "./kind-words.ts";

/** The kind of a brief's sentence. A sentence whose kind cannot be told is context. */
export type PointKind = "goal" | "limit" | "exclusion" | "figure" | "date" | "person" | "open" | "block" | "context";

const background =
  /^(?:we|i|wir|ich|nous|(?:our|unser\p{L}*|notre|nuestr[oa]) \p{L}+(?: \([^)]*\))?) (?:run|are(?! \p{L}+ing)|have|own|operate|manage|maintain|sell|host|use|is|has|runs|uses|employs|sind|haben|betreiben|ist|hat|nutzt|betreibt|sommes|avons|est|gère)(?!\p{L})/iu;

/** True if a sentence says who makes the request, not what is requested: “We run a chain of 14 bakeries”. */
export const isBackground = (sentence: string): boolean =>
  background.test(sentence) && !goalWords.test(unquoted(sentence));

/** “We have 38,000 EUR”, “There is £60,000 for the move”: the sum that the authors have is a limit. */
const hasWords =
  /^(?:(?:we|i) (?:only )?have|there (?:is|are)|wir haben|es gibt|nous avons|tenemos|hay|abbiamo|temos|we hebben)(?!\p{L})/iu;

/** Removes quotations, because “Nora said: "we need two days"” states no goal of the brief's author. */
const unquoted = (sentence: string): string => sentence.replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|„[^“]*“/gu, "");

/** True for “Hi all,” and “Best, Marta”. */
export const isGreeting = (sentence: string): boolean =>
  /^[^.!?:;\d]{1,30},(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u.test(sentence) ||
  /^(?:hi|hello|hey|dear|hallo|thanks|thank you|bonjour|hola|ciao|привет)(?: [\p{L}'’-]+){0,2}[,.!]?$/iu.test(sentence);

export function classify(
  sentence: string,
  { isFirst, hasPerson, under }: { isFirst: boolean; hasPerson: boolean; under: string },
): PointKind {
  const said = frameKind(under);
  if (said === "exclusion") return "exclusion";
  if (!isFirst && isGreeting(sentence)) return "context";
  const isQuestion = /[?？؟]$/u.test(sentence);
  if (isFirst && !isQuestion && !/^\P{L}*(?:no|never|kein\p{L}*|sin|sans)(?!\p{L})/iu.test(sentence)) return "goal";
  if (openWords.test(sentence)) return "open";
  if (boundWords.test(sentence)) return "limit";
  if (exclusionWords.test(sentence)) return "exclusion";
  // The heading or lead-in decides only if the sentence's own words do not: prose below a heading may be about anything.
  if (said) return said;
  if (frameKind(sentence.split(/[:：]/u, 1)[0] ?? "") === "person" && /[:：]/u.test(sentence)) return "person";
  if (hasPerson && !wants.test(sentence) && moneyIn(sentence).length === 0) return "person";
  // Case-sensitive, because “May” is a month.
  if (limitWords.test(sentence) || /\bmay\b/.test(sentence)) {
    const isTime = saysWhen(sentence) && figuresIn(sentence).every((figure) => /^\d{1,2}:\d{2}$/.test(figure));
    return isTime ? "date" : "limit";
  }
  if (moneyIn(sentence).length > 0 && hasWords.test(sentence)) return "limit";
  if (authorWants.test(unquoted(sentence))) return "goal";
  // “The landlord wants an answer by 15 January” is a deadline.
  if (datesIn(sentence).length > 0 && /^(?:the|our|der|die|das|le|la|el)\s/iu.test(sentence)) return "date";
  if (goalWords.test(unquoted(sentence))) return "goal";
  if (datesIn(sentence).length > 0) return "date";
  return figuresIn(sentence).length > 0 ? "figure" : "context";
}

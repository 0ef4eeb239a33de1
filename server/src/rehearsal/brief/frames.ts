import { datesIn, figuresIn } from "./figures.ts";

/** A frame is a heading or a line that introduces a list. It gives its kind to the lines below it. */

const negation =
  /(?<!\p{L})(?:no|not|non|never|none|nothing|without|\p{L}+n['’]t|nicht|kein\p{L}*|nie|ohne|pas|aucun\p{L}*|sans|sin|ningun\p{L}*|nada|niet|geen|zonder|senza|niente|nessun\p{L}*|sem|não|nenhum\p{L}*|inte|ingen|inga|utan|ikke|bez|nie|не|нет|нельзя|без|запрещ\p{L}*|değil|yok|לא|אסור|ללא|בלי|لا|ممنوع|بدون|不\p{L}*|禁止)(?!\p{L})/iu;
const excludes =
  /(?:not|out) (?:in|of) (?:scope|budget)|exclu|non-?goals|no-?gos|(?:will|do|does|must|may|can|shall|should) ?(?:not|n['’]t)(?: \p{L}+){0,2}[:：]?$|ausgeschlossen|ausschl[uü]ss|nicht enthalten|hors (?:périmètre|budget)|fuera de|fuori|esclus|buiten (?:scope|bereik)|forbidden|verboten|prohibid|interdit|vietat|исключ|запрещ|вне рамок|排除/iu;
const undecided =
  /^(?:open (?:questions|points|issues)|unknowns?|to be decided|not (?:yet )?(?:decided|known|clear)|questions|offene (?:fragen|punkte)|preguntas|questions ouvertes|domande|открытые вопросы)|(?:not|n['’]t) (?:yet )?(?:know|decided)/iu;
const limits =
  /^(?:constraints?|limits?|rules|boundaries|must(?: |-)?haves?|musts?|requirements|rahmenbedingungen|auflagen|grenzen|contraintes|restricciones|vincoli)(?!\p{L})/iu;
const goals =
  /^(?:goals?|objectives?|aims?|what we want|ziele?|objectifs?|objetivos?|obiettivi|doelen|цели)(?!\p{L})/iu;
const people =
  /^(?:people|team|who|contacts?|roles|responsib|beteiligte|zuständig|équipe|equipo|persone|mensen|команда)/iu;

type FrameKind = "exclusion" | "open" | "limit" | "goal" | "person";

/** The kind that a frame gives to the lines below it; undefined if it gives none. */
export function frameKind(frame: string): FrameKind | undefined {
  if (undecided.test(frame)) return "open";
  if (isExclusionFrame(frame)) return "exclusion";
  if (limits.test(frame)) return "limit";
  if (people.test(frame)) return "person";
  return goals.test(frame) ? "goal" : undefined;
}

/** True for “We will not:”, “Out of budget:”, “What we do not want”. Any negation before a colon excludes. */
export const isExclusionFrame = (frame: string): boolean =>
  !undecided.test(frame) && (excludes.test(frame) || (/[:：]$/u.test(frame) && negation.test(frame)));

/** True if a line contains a figure or a date, which the plan must contain, too. */
export const hasFigures = (text: string): boolean => figuresIn(text).length > 0 || datesIn(text).length > 0;

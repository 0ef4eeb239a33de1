import { datesIn, figuresIn } from "./figures.ts";

/** The kind of a brief's sentence. */
export type PointKind = "goal" | "limit" | "exclusion" | "figure" | "date" | "person" | "open" | "context";

/**
 * Words that mark a kind, in English, German, French, Spanish, Dutch and Hebrew. In other languages only figures and dates show
 * the kind.
 */
const words = {
  open: /\?\s*$|(?:not|n't|haven’t|yet to be|still to be) (?:yet )?(?:been )?(?:chosen|decided|known|clear|settled|agreed|found|fixed)|(?:undecided|unknown|unclear|to be decided|tbd|not sure|open question|no idea|(?:do not|don['’]t) know|whether .+ is open|(?:nobody|no one) has (?:yet )?(?:tested|decided|asked|checked)|noch nicht|unklar|ungeklärt|(?<!\p{L})offen ist|pas encore|aún no|todavía no|nog niet)|עדיין לא|לא ידוע|לא החלטנו/iu,
  bound:
    /(?:no|not|never|nie|nicht) (?:be )?(?:more|less|fewer|later|earlier|larger|mehr|weniger|später) (?:than|als)|not exceed|(?:not|cannot|never)(?: \p{L}+){1,4} (?:more|less|fewer|longer|later) than|at (?:most|least)|up to \d|maximum|minimum|höchstens|mindestens|maximal|au (?:plus|moins)|como (?:máximo|mínimo)|לכל היותר|לפחות/iu,
  exclusion:
    /^(?:no|nothing|never|none of|without|avoid|kein\p{L}*|nie(?:mals)?|nichts|ohne|aucun\p{L}*|jamais|sans|ningun\p{L}*|nunca|sin|geen|nooit|zonder)(?!\p{L})|(?<!\p{L})(?:(?:must|may|shall|can|should|will) ?(?:not|never)|mustn['’]t|cannot|can['’]t|nothing (?:may|must|can)|not allowed|not part of|forbidden|prohibited|out of scope|not in scope|(?:want|wants|with|allow) no|(?:do|does) not want|(?:don['’]t|doesn['’]t) want|never|except for|nobody should|auf keinen fall|(?:darf|dürfen|soll|sollen) (?:nicht|kein\p{L}*|\p{L}+ nicht)|nicht erlaubt|verboten|ne doi(?:t|vent)|interdit\p{L}*|prohibid\p{L}*|no debe\p{L}*|mag niet|mogen niet)(?!\p{L})|(?<!\p{L})(?:אסור|ללא|בלי)(?!\p{L})|不能|不得|禁止|ないこと|しては(?:いけない|ならない)/iu,
  limit:
    /(?<!\p{L})(?:must|has to|have to|shall|only|limit\p{L}*|required?|requires|needs? to|mandatory|allowed|permitted|budget|deadline|muss|müssen|darf|dürfen|nur|spätestens|doit|doivent|seulement|debe\p{L}*|solo|sólo|moet\p{L}*|mag|alleen)(?!\p{L})|(?:חייב|חייבת|חייבים|צריך|יש ל|רק|מותר|תקציב)|必须|预算|予算|必須/iu,
  goal: /^(?:launch|build|open|create|organi[sz]e|replace|move|start|plan|make|write|teach|rebuild|set up|plant|design)(?!\p{L})|(?<!\p{L})(?:(?:we|i|they) (?:\p{L}+ )?(?:want|need|wish|hope|picture|plan to)|wants?|would like|should|aim|goal|so that|möchten?|wollen|soll|sollen|ziel|brauchen|voulons|souhait\p{L}*|queremos|necesitamos|willen)(?!\p{L})|(?:רוצים|רוצה|מטרה|צריכים)|想|要/iu,
} as const;

/** Headings and lead-ins that say what the sentences below them are. */
const headed: readonly (readonly [RegExp, PointKind])[] = [
  [
    /(?:not|out) (?:in|of) scope|exclusions?|excluded|non-goals|no-gos|we do not want|nicht enthalten|ausgeschlossen/iu,
    "exclusion",
  ],
  [/^(?:open (?:questions|points|issues)|unknowns?|to be decided|offene (?:fragen|punkte)|questions)\b/iu, "open"],
  [/^(?:constraints?|limits?|rules|boundaries|musts?|rahmenbedingungen|auflagen|grenzen)\b/iu, "limit"],
  [/^(?:goals?|objectives?|aims?|what we want|ziele?)\b/iu, "goal"],
];
const wants = /(?<!\p{L})(?:wants?|needs?|would like|wishes|wünsch\p{L}*|möchte\p{L}*|wollen|brauch\p{L}*)(?!\p{L})/iu;
const background =
  /^(?:we|i|our \p{L}+|wir|ich|nous|unser\p{L}* \p{L}+) (?:run|are|have|own|operate|manage|maintain|sell|host|use|is|has|runs|sind|haben|betreiben|sommes|avons)(?!\p{L})/iu;

/** “We run a chain of 14 bakeries” says who asks, not what for. */
export const isBackground = (sentence: string): boolean => background.test(sentence) && !words.goal.test(sentence);

export function classify(
  sentence: string,
  { isFirst, hasPerson, under }: { isFirst: boolean; hasPerson: boolean; under: string },
): PointKind {
  if (words.open.test(sentence)) return "open";
  if (words.bound.test(sentence)) return "limit";
  if (words.exclusion.test(sentence)) return "exclusion";
  if (isFirst) return "goal";
  const said = headed.find(([heading]) => heading.test(under))?.[1];
  if (said) return said;
  if (hasPerson && !wants.test(sentence)) return "person";
  // Case-sensitive, because “May” is a month.
  if (words.limit.test(sentence) || /\bmay\b/.test(sentence)) return "limit";
  if (words.goal.test(sentence)) return "goal";
  if (datesIn(sentence).length > 0) return "date";
  return figuresIn(sentence).length > 0 ? "figure" : "context";
}

/** A person that the brief names, and the sentence about their role. */
export type Person = { name: string; role: string };

const name = String.raw`\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)?`;
const does =
  "leads?|led|owns?|decides?|signs?|builds?|produces?|runs?|manages?|coordinates?|directs?|teaches|designs?|bakes?|books?|organises?|organizes?|approves?|heads?|maintains?|operates?|chairs?|writes?|drives?|pays?|is (?:the|our|a|an|responsible|in charge)|leitet|entscheidet|baut|organisiert|verantwortet|unterschreibt|koordiniert|führt|betreut|dirige|décide|gère|coordonne|dirige|decide";
const pattern = new RegExp(
  `(^|[;,.:]\\s|\\b(?:and|while|und|et|y)\\s)(${name}),?\\s(?:(?:the|our|who|die|der)\\s[^,.;]{3,40},\\s)?(${does})(?!\\p{L})`,
  "gu",
);

/** “Participants pay” names nobody. “Lea and Tom decide” names two people, and the Spanish “Ana decide” names one. */
const isPlural = (before: string, who: string, verb: string): boolean =>
  /(?:s|^People|^Children)$/.test(who) && !/^and\s/.test(before) && does.includes(`${verb}s?|`);

const roles =
  "C[ETFOP]O|HR|VP|PM|lead|manager|owner|operations|ops|finance|sales|marketing|design|engineer|developer|producer|director|head|chair|treasurer|on-call|support|legal|product|project|architect|teacher|chef|leitung|vorstand|kasse|technik|statik";
/** “Priya (CTO)”, “Dr. Osei”, “佐藤さん”. */
const withRole = new RegExp(
  `(?<![\\p{L}\\p{N}])(${name})\\s\\((?=[^()\\d]{2,40}\\))[^()]{0,30}(?:${roles})[^()]{0,30}\\)`,
  "gu",
);
const withTitle = /(?<!\p{L})((?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme)\.?\s\p{Lu}[\p{L}’'-]+)/gu;
const honoured = /([\p{Script=Han}]{1,4}|[\p{Script=Katakana}ー]{2,8})(?:さん|様|氏)/gu;

/** Words that start sentences and are not names. */
const noName =
  /^(?:The|This|That|These|Those|We|It|They|He|She|You|I|Our|My|Each|Every|All|No|Nothing|There|Who|What|One|Two|Three|Der|Die|Das|Wir|Es|Sie|Er|Ein|Eine|Man|Le|La|Les|Nous|On|El|Everyone|Everybody|Nobody|Someone|Budget|Security|Management|Marketing|Sales|Legal|Finance)\b/;

/**
 * People by name and role. A word counts as a name only with a title, before a role in brackets, or before a verb of responsibility
 * if the brief never writes it in lower case or with an article: a capital letter alone is not enough.
 */
export function readPeople(sentences: readonly string[]): Person[] {
  const all = sentences.join("\n");
  const found = sentences.flatMap((sentence) =>
    [...sentence.matchAll(pattern)].flatMap(([, before = "", who = "", verb = ""]) =>
      isName(who, all) && !isPlural(before, who, verb) ? [{ name: who, role: sentence }] : [],
    ),
  );
  const called = sentences.flatMap((sentence) =>
    [withRole, withTitle, honoured].flatMap((one) =>
      [...sentence.matchAll(one)].flatMap(([, who = ""]) => (noName.test(who) ? [] : [{ name: who, role: sentence }])),
    ),
  );
  return [...new Map([...called, ...found].map((person) => [person.name, person])).values()];
}

function isName(who: string, all: string): boolean {
  if (noName.test(who)) return false;
  const small = new RegExp(`(?<!\\p{L})${RegExp.escape(who.toLowerCase())}(?!\\p{L})`, "u");
  const withArticle = new RegExp(
    `(?<!\\p{L})(?:the|a|an|our|der|die|das|le|la|el)\\s${RegExp.escape(who)}(?!\\p{L})`,
    "iu",
  );
  return !small.test(all) && !withArticle.test(all);
}

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

/** Words that start sentences and are not names. */
const noName =
  /^(?:The|This|That|These|Those|We|It|They|He|She|You|I|Our|My|Each|Every|All|No|Nothing|There|Who|What|One|Two|Three|Der|Die|Das|Wir|Es|Sie|Er|Ein|Eine|Man|Le|La|Les|Nous|On|El|Everyone|Everybody|Nobody|Someone|Budget|Security|Management|Marketing|Sales|Legal|Finance)\b/;

/**
 * People by name and role. A capital letter is not enough: a word is a name only if a verb of responsibility follows, and if
 * the brief never writes it in lower case or with an article.
 */
export function readPeople(sentences: readonly string[]): Person[] {
  const all = sentences.join("\n");
  const found = sentences.flatMap((sentence) =>
    [...sentence.matchAll(pattern)].flatMap(([, before = "", who = "", verb = ""]) =>
      isName(who, all) && !isPlural(before, who, verb) ? [{ name: who, role: sentence }] : [],
    ),
  );
  return [...new Map(found.map((person) => [person.name, person])).values()];
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

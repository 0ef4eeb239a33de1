const name = String.raw`\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)?`;
const does =
  "leads?|led|owns?|decides?|signs?|builds?|produces?|runs?|manages?|coordinates?|directs?|teaches|designs?|bakes?|books?|organises?|organizes?|approves?|heads?|maintains?|operates?|chairs?|writes?|drives?|pays?|is (?:the|our|a|an|responsible|in charge)|leitet|entscheidet|baut|organisiert|verantwortet|unterschreibt|koordiniert|führt|betreut|dirige|décide|gère|coordonne|signe|decide|coordina|coordena|firma|cocina|cucina|paga|leidt|beheert|betaalt|отвечает|руководит|ведёт|ищет|платит|решает|утверждает";
const pattern = new RegExp(
  `(^|[;,.:]\\s|\\b(?:and|while|und|et|y|e|en|и)\\s)(${name}),?\\s(?:(?:the|our|who|die|der)\\s[^,.;]{3,40},\\s)?(${does})(?!\\p{L})`,
  "gu",
);

/**
 * True for a plural noun that names no person: “Participants pay”. False for the names of two people (“Lea and Tom decide”)
 * and for one name before a Spanish verb (“Ana decide”).
 */
const isPlural = (before: string, who: string, verb: string): boolean =>
  /(?:s|^People|^Children)$/.test(who) && !/^and\s/.test(before) && does.includes(`${verb}s?|`);

const roles =
  "C[ETFOP]O|HR|VP|PM|lead|manager|owner|operations|ops|finance|sales|marketing|design|engineer|developer|producer|director|head|chair|treasurer|on-call|support|legal|product|project|architect|teacher|chef|leitung|vorstand|kasse|technik|statik";
/** “Priya (CTO)”, “Dr. Osei”, “佐藤さん”. */
const withRole = new RegExp(
  `(?<![\\p{L}\\p{N}])(${name})\\s\\((?=[^()\\d]{2,40}\\))[^()]{0,30}(?:${roles})[^()]{0,30}\\)`,
  "gu",
);
const withTitle =
  /(?<!\p{L})((?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sig|Sig\.ra|[Ss]ignora|[Ss]ignor|[Ii]ng|[Aa]rch|Dott|Sra?|Dhr|Mevr)\.?\s\p{Lu}[\p{L}’'-]+)/gu;
/** “سلمى مسؤولة”: in scripts without capital letters, a name is recognised by the words after it. */
const responsible =
  /([\p{Script=Arabic}]{2,15}) (?:مسؤول|مسؤولة)(?!\p{L})|([\p{Script=Hebrew}]{2,15}) (?:אחראי|אחראית|מנהל|מנהלת)(?!\p{L})/gu;
const honoured = /([\p{Script=Han}]{1,4}|[\p{Script=Katakana}ー]{2,8})(?:さん|様|氏)/gu;

/** Words that start sentences and are not names. */
const noName =
  /^(?:The|This|That|These|Those|We|It|They|He|She|You|I|Our|My|Each|Every|All|No|Nothing|There|Who|What|One|Two|Three|Der|Die|Das|Wir|Es|Sie|Er|Ein|Eine|Man|Le|La|Les|Nous|On|El|Everyone|Everybody|Nobody|Someone|Budget|Security|Management|Marketing|Sales|Legal|Finance)\b/;

/**
 * The people that a text names. A capital letter alone does not make a word a name: the word must have a title, precede a
 * role in brackets, or precede a verb of responsibility. In the last case, the text must never write the word in lower case
 * or with an article.
 */
export function readPeople(sentences: readonly string[]): string[] {
  const all = sentences.join("\n");
  const found = sentences.flatMap((sentence) =>
    [...sentence.matchAll(pattern)].flatMap(([, before = "", who = "", verb = ""]) =>
      isName(who, all) && !isPlural(before, who, verb) ? [who] : [],
    ),
  );
  const called = sentences.flatMap((sentence) =>
    [withRole, withTitle, honoured, responsible].flatMap((one) =>
      [...sentence.matchAll(one)].flatMap(([, who, other = ""]) => (noName.test(who ?? other) ? [] : [who ?? other])),
    ),
  );
  return [...new Set([...called, ...found])];
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

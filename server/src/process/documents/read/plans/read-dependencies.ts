import { squash } from "../words.ts";

type Node = { id: string; title: string };

type Dependencies = {
  /** The node whose dependencies are read, and all nodes of the plan in order. */
  id: string;
  nodes: readonly Node[];
  /** Finds the ids in a text. If `isIds` is true, the text contains only numbers, so the letters of ids may be missing. */
  idsIn: (text: string, isIds: boolean) => string[];
};

const none =
  /^[\s*_(–—-]*(?:none|nothing|no (?:dependenc|prerequisite|predecessor)\p{L}*|n\/a|keine?r?s?|aucune?|ningun[oa]?|nessun[oa]?|nenhuma?|geen|ingen|inga|inget|ei mitään|brak|žádn\p{L}{1,3}|yok|нет|немає|无|無|没有|なし|없음|אין|ללא|لا (?:شيء|يوجد))(?!\p{L})(?!.{0,20}(?:except|other than|beyond|besides|but ))/iu;
const onlyNumbers = /^(?:and|und|et|y|[\s\d,;&/+()[\]*_])+$/iu;
const allEarlier = /^[\s*_]*(?:all|every|each)\b.{0,20}\b(?:previous|prior|earlier|preceding|above|other|before)/iu;
const theOneBefore = /^[\s*_]*(?:the )?(?:previous|prior|preceding)\b.{0,20}$/iu;

/** A shorter title could occur inside another word. */
const leastTitle = 4;
const longest = 2_000;
/** In a longer plan only ids are read, because each text would have to be searched for every title. */
const mostNodes = 300;

/**
 * The nodes that a field names by ids, numbers, titles or words such as “all previous”. Text after “none” is a remark: “none
 * (M2 can run in parallel)”.
 */
export function readDependencies(written: string, { id, nodes, idsIn }: Dependencies): string[] {
  const whole = written.slice(0, longest).replace(/^[-*+•][ \t]+/gm, "");
  if (none.test(whole)) return [];
  const text = withoutOthers(whole);
  const named = idsIn(text, onlyNumbers.test(text));
  if (named.length > 0) return named;
  if (nodes.length > mostNodes) return [];
  const earlier = nodes
    .slice(
      0,
      nodes.findIndex((node) => node.id === id),
    )
    .map((node) => node.id);
  if (allEarlier.test(text)) return earlier;
  if (theOneBefore.test(text)) return earlier.slice(-1);
  return namedByTitle(text, nodes, id);
}

const beside =
  /(?<!\p{L})(?:(?:in )?parallel|concurrently|simultaneously|at the same time|alongside|independent(?:ly)?|(?:does|do) not depend|not dependent|gleichzeitig|zeitgleich|unabhängig|en parallèle|parallèlement|en même temps|indépendante?|indépendamment|en paralelo|al mismo tiempo|independiente(?:mente)?|in parallelo|contemporaneamente|indipendente(?:mente)?|em paralelo|ao mesmo tempo|independente(?:mente)?|tegelijk(?:ertijd)?|onafhankelijk|parallellt|samtidigt|параллельно|одновременно|независимо)(?!\p{L})|并行|同时|不依赖|並行|同時|병행|동시에|במקביל|ללא תלות|بالتوازي/iu;
const negated = /^\s*(?:not|nicht|pas|non|niet|nie|inte|не|לא)(?!\p{L})/iu;
const clauseEnd =
  /([;；。()（）]|\.(?=\s|$)|[,，、]|(?<!\p{L})(?:but|after|once|aber|sondern|nach|sobald|mais|après|pero|sino|después|ma|dopo|mas|após|maar|na|men|но|после)(?!\p{L}))/iu;
const idsBefore = /^[\s*_[]*[a-z]{1,3}[-.\d\s,&[\]*_]{1,40}$/iu;

/** Removes clauses about work that an entry does not depend on, such as the brackets in `M1 (in parallel with M2)`. */
function withoutOthers(text: string): string {
  if (!beside.test(text) && !clauseOf(text).some((clause) => negated.test(clause))) return text;
  let isRemoved = false;
  const kept: string[] = [];
  let mark = "";
  for (const [index, part] of text.split(clauseEnd).entries()) {
    if (index % 2 === 1) mark = part;
    if (index % 2 === 1 || part.trim() === "") continue;
    const found = beside.exec(part);
    const before = found ? part.slice(0, found.index) : "";
    // In `in parallel with M1, M2`, the part after the comma continues the list.
    isRemoved =
      found !== null ||
      negated.test(part) ||
      (isRemoved && /^[,，、]$/.test(mark) && /^[\s\p{L}]{0,6}\d[\d.\s]*$/u.test(part));
    if (!isRemoved) kept.push(part);
    else if (idsBefore.test(before)) kept.push(before);
  }
  return kept.join(", ");
}

const clauseOf = (text: string): string[] => text.split(clauseEnd).filter((_, index) => index % 2 === 0);

function namedByTitle(text: string, nodes: readonly Node[], own: string): string[] {
  const said = squash(text);
  if (said.length < leastTitle) return [];
  return nodes.flatMap(({ id, title }) => {
    const name = squash(title);
    return id !== own && name.length >= leastTitle && said.includes(name) ? [id] : [];
  });
}

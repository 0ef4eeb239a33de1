import { squash } from "../words.ts";

/** A column of a register: its possible headings, and the format of its cells if there is one. */
export type Column = {
  /** The column's heading in the canonical table. */
  heading: string;
  names: readonly string[];
  /** The same names as labels in front of a value, such as `impact 4`. */
  labels: readonly string[];
  fits?: ((cell: string) => boolean) | undefined;
};

const isNumber = (cell: string): boolean =>
  /^[*_~≈\s]*\d{1,4}(?:[.,]\d{1,3})?\s*(?:%|\/\s*\d{1,3})?[*_\s]*(?:\([^()]*\))?$/.test(cell);
const isLevel = (cell: string): boolean =>
  isNumber(cell) || /^[*_\s]*(?:very )?(?:low|medium|high|niedrig|mittel|hoch|faible|moyen|élevé)\b/i.test(cell);
const isClaim = (cell: string): boolean => /^[\s*_[(]*(?:C[ .-]?\d|claim|none\b|–|—|-)/i.test(cell);

/** Other headings that models use for the columns of the standard registers. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  criterion: [
    "criteria",
    "kriterium",
    "kriterien",
    "critère",
    "criterio",
    "critério",
    "aspect",
    "dimension",
    "category",
    "критерий",
    "标准",
    "基準",
    "קריטריון",
  ],
  weight: [
    "weighting",
    "gewicht",
    "gewichtung",
    "poids",
    "peso",
    "pondération",
    "waga",
    "вес",
    "权重",
    "重み",
    "משקל",
    "weight (%)",
    "w",
  ],
  score: [
    "rating",
    "points",
    "punkte",
    "bewertung",
    "note",
    "puntuación",
    "punteggio",
    "pontuação",
    "оценка",
    "评分",
    "得分",
    "スコア",
    "点数",
    "ציון",
    "score (0-10)",
    "score /10",
    "score out of 10",
  ],
  because: [
    "reason",
    "reasoning",
    "rationale",
    "why",
    "justification",
    "explanation",
    "comment",
    "comments",
    "notes",
    "begründung",
    "grund",
    "weil",
    "raison",
    "parce que",
    "porque",
    "motivo",
    "razón",
    "perché",
    "причина",
    "обоснование",
    "理由",
    "原因",
    "נימוק",
    "סיבה",
  ],
  claim: [
    "claims",
    "claim id",
    "id",
    "statement",
    "claim no",
    "claim number",
    "behauptung",
    "these",
    "aussage",
    "affirmation",
    "afirmación",
    "утверждение",
    "主张",
    "טענה",
    "claim(s)",
  ],
  verdict: [
    "decision",
    "resolution",
    "outcome",
    "judgement",
    "judgment",
    "status",
    "urteil",
    "entscheidung",
    "décision",
    "veredicto",
    "decisión",
    "verdetto",
    "вердикт",
    "решение",
    "判定",
    "结论",
    "הכרעה",
    "פסיקה",
    "result",
  ],
  answers: [
    "answer",
    "answered by",
    "carried by",
    "requirement",
    "requirements",
    "covered by",
    "addressed by",
    "anforderung",
    "anforderungen",
    "antwort",
    "exigence",
    "réponse",
    "respuesta",
    "requisito",
    "требование",
    "ответ",
    "需求",
    "דרישה",
    "maps to",
  ],
  risk: [
    "risks",
    "risk description",
    "description",
    "risiko",
    "risque",
    "riesgo",
    "rischio",
    "risco",
    "риск",
    "风险",
    "リスク",
    "סיכון",
  ],
  likelihood: [
    "probability",
    "prob",
    "chance",
    "wahrscheinlichkeit",
    "probabilité",
    "probabilidad",
    "probabilità",
    "вероятность",
    "可能性",
    "概率",
    "סבירות",
    "l",
    "p",
  ],
  impact: [
    "severity",
    "effect",
    "auswirkung",
    "schaden",
    "gravité",
    "impacto",
    "impatto",
    "влияние",
    "影响",
    "影響",
    "השפעה",
    "i",
  ],
  earlysign: [
    "early warning",
    "early signs",
    "sign",
    "signal",
    "indicator",
    "trigger",
    "warning sign",
    "frühes zeichen",
    "frühwarnzeichen",
    "signe précoce",
    "señal temprana",
    "ранний признак",
    "早期迹象",
    "סימן מוקדם",
  ],
  response: [
    "mitigation",
    "action",
    "countermeasure",
    "measure",
    "response plan",
    "maßnahme",
    "gegenmaßnahme",
    "réponse",
    "respuesta",
    "risposta",
    "мера",
    "реакция",
    "应对",
    "対応",
    "תגובה",
    "מענה",
  ],
  needs: [
    "need",
    "dependency",
    "what",
    "what is needed",
    "item",
    "braucht",
    "bedarf",
    "besoin",
    "necesita",
    "необходимо",
    "需要",
    "צורך",
  ],
  fromwhom: [
    "from",
    "owner",
    "source",
    "provider",
    "who",
    "supplier",
    "von wem",
    "de qui",
    "de quién",
    "от кого",
    "来自",
    "ממי",
  ],
  bywhen: [
    "when",
    "due",
    "deadline",
    "date",
    "due date",
    "bis wann",
    "quand",
    "pour quand",
    "cuándo",
    "когда",
    "срок",
    "何时",
    "מתי",
    "עד מתי",
  ],
  iflate: [
    "if delayed",
    "consequence",
    "impact if late",
    "fallback",
    "wenn verspätet",
    "falls zu spät",
    "si retard",
    "si se retrasa",
    "если поздно",
    "如果延迟",
    "אם מאחר",
  ],
  chosen: ["choice", "selected", "decision", "technology", "gewählt", "choisi", "elegido", "выбрано", "选择", "נבחר"],
  rejected: [
    "alternative",
    "alternatives",
    "rejected alternative",
    "alternatives considered",
    "verworfen",
    "rejeté",
    "rechazado",
    "отклонено",
    "拒绝",
    "נדחה",
  ],
  why: ["reason", "because", "rationale", "warum", "pourquoi", "por qué", "почему", "为什么", "למה"],
  exit: ["exit strategy", "way out", "how to get out", "ausstieg", "sortie", "salida", "выход", "退出", "יציאה"],
};

const shapes: Readonly<Record<string, (cell: string) => boolean>> = {
  weight: isNumber,
  score: isNumber,
  likelihood: isLevel,
  impact: isLevel,
  claim: isClaim,
};

/** The columns that an artifact's description names: "table `risk | likelihood 1–5 | …`". */
export function columnsOf(about: string): Column[] {
  const named = /`([^`|]+(?:\|[^`|]+)+)`/.exec(about)?.[1];
  return (named?.split("|") ?? []).map((cell) => toColumn(cell.trim()));
}

/** `likelihood 1–5` is a heading as a whole; in `verdict kept/merged/rejected/open` only `verdict` is the heading. */
export function toColumn(written: string): Column {
  const heading = written.replace(/\s+\S+\/\S+.*$/, "");
  const name = heading.replace(/\s*[\d(].*$/, "");
  const key = squash(name);
  const labels = [name, heading, ...(synonyms[key] ?? [])];
  return { heading, names: labels.map(squash), labels: labels.filter((label) => label.length > 2), fits: shapes[key] };
}

/**
 * Finds the place of each column: by the headings if at least two are known, else by position. A column whose heading
 * is not known is then found by the format of its cells. Without `rows`, a heading must equal one of the column's names
 * or begin with the first one.
 */
export function placeColumns(
  headings: readonly string[] | null,
  columns: readonly Column[],
  rows?: readonly (readonly string[])[],
): { places: number[]; isNamed: boolean } {
  const inOrder = columns.map((_, index) => index);
  if (!headings) return { places: inOrder, isNamed: false };
  const free = new Map(headings.map((heading, index) => [index, [squash(heading), squash(withoutScale(heading))]]));
  const places = columns.map(() => -1);
  const take = (fits: (heading: string, column: Column, place: number) => boolean) => {
    for (const [index, column] of columns.entries()) {
      if (places[index] !== -1) continue;
      const found = [...free].find(([place, names]) => names.some((name) => name !== "" && fits(name, column, place)));
      if (!found) continue;
      places[index] = found[0];
      free.delete(found[0]);
    }
  };
  take((heading, { names }) => heading === names[0] || heading === names[1]);
  if (rows) take((heading, { names }) => isWithin(names[0] ?? "", heading));
  // A column with the heading `id` may only number the rows, so it counts only if its cells have the wanted format.
  take(
    (heading, { names, fits }, place) =>
      names.includes(heading) && (heading !== "id" || !rows || !fits || mostFit(rows, place, fits)),
  );
  take((heading, { names }) => (names[0] ?? "").length > 3 && heading.startsWith(names[0] ?? ""));
  if (rows) take((heading, { names }) => names.some((name) => isWithin(name, heading)));
  const isNamed = places.filter((place) => place >= 0).length >= Math.min(2, columns.length);
  if (!isNamed) return { places: inOrder, isNamed };
  if (!rows) return { places, isNamed };
  for (const [index, { fits }] of columns.entries()) {
    if (places[index] !== -1 || !fits) continue;
    const fitting = [...free.keys()].filter((place) => mostFit(rows, place, fits));
    const [only] = fitting;
    if (fitting.length !== 1 || only === undefined) continue;
    places[index] = only;
    free.delete(only);
  }
  return { places, isNamed };
}

/** Removes the scale from a heading: `L (1–5)` is the column `L`. */
const withoutScale = (heading: string): string => heading.replace(/\s*(?:[([（]|\d).*$/u, "");

/** True if a heading consists of the name plus a word or two: `Final verdict`, `Score given`. */
const isWithin = (name: string, heading: string): boolean =>
  name.length > 3 && heading.length <= name.length + 15 && heading.includes(name);

const mostSampled = 50;

function mostFit(rows: readonly (readonly string[])[], place: number, fits: (cell: string) => boolean): boolean {
  const cells = rows.slice(0, mostSampled).flatMap((row) => (row[place]?.trim() ? [row[place]] : []));
  return cells.length > 0 && cells.filter((cell) => fits(cell)).length * 3 >= cells.length * 2;
}

import { bare, squash } from "../words.ts";

/** The words that models use for each status mark. */
const words: Readonly<Record<string, readonly string[]>> = {
  x: [
    "delivered",
    "achieved",
    "accomplished",
    "beendet",
    "umgesetzt",
    "achevé",
    "terminée",
    "completada",
    "finalizado",
    "completato",
    "concluso",
    "fatto",
    "finito",
    "concluído",
    "concluída",
    "feito",
    "afgerond",
    "gereed",
    "klaar",
    "voltooid",
    "klar",
    "färdig",
    "ferdig",
    "færdig",
    "valmis",
    "hotovo",
    "zrobione",
    "ukończone",
    "завершено",
    "выполнено",
    "сделано",
    "已完成",
    "完了",
    "済",
    "완료",
    "נעשה",
    "בוצע",
    "مكتمل",
    "تم",
    "tamamlandı",
    "done",
    "complete",
    "completed",
    "finished",
    "closed",
    "erledigt",
    "fertig",
    "abgeschlossen",
    "terminé",
    "fait",
    "hecho",
    "terminado",
    "completado",
    "готово",
    "完成",
    "הושלם",
  ],
  "~": [
    "in work",
    "in execution",
    "under construction",
    "doing",
    "partially done",
    "partly done",
    "begonnen",
    "in umsetzung",
    "läuft",
    "commencé",
    "démarré",
    "en proceso",
    "iniciado",
    "in corso",
    "avviato",
    "em andamento",
    "em curso",
    "mee bezig",
    "bezig",
    "in uitvoering",
    "pågår",
    "pågående",
    "igång",
    "i gang",
    "käynnissä",
    "probíhá",
    "w toku",
    "выполняется",
    "начато",
    "已开始",
    "进行",
    "作業中",
    "着手",
    "진행 중",
    "진행중",
    "בעבודה",
    "בביצוע",
    "قيد التنفيذ",
    "devam ediyor",
    "in progress",
    "under way",
    "underway",
    "wip",
    "started",
    "ongoing",
    "active",
    "detailed",
    "in arbeit",
    "laufend",
    "en cours",
    "en curso",
    "в работе",
    "进行中",
    "בתהליך",
  ],
  "!": [
    "on hold",
    "delayed",
    "waiting",
    "paused",
    "gesperrt",
    "wartet",
    "en attente",
    "bloqueada",
    "en espera",
    "bloccato",
    "in attesa",
    "parado",
    "geblokkeerd",
    "wacht",
    "blockerad",
    "blokkert",
    "zablokowane",
    "приостановлено",
    "阻塞",
    "被阻塞",
    "保留",
    "중단",
    "차단됨",
    "תקוע",
    "محظور",
    "معلق",
    "engellendi",
    "blocked",
    "stuck",
    "at risk",
    "blockiert",
    "bloqué",
    "bloqueado",
    "заблокировано",
    "受阻",
    "חסום",
  ],
  "?": [
    "to be confirmed",
    "tbc",
    "open question",
    "ungeklärt",
    "noch offen zu klären",
    "à confirmer",
    "da decidere",
    "a decidir",
    "te bepalen",
    "待定",
    "待确认",
    "未决",
    "検討中",
    "미정",
    "undecided",
    "unclear",
    "to be decided",
    "tbd",
    "unentschieden",
    "offen zu klären",
    "à décider",
    "por decidir",
    "не решено",
    "未定",
    "לא הוחלט",
  ],
  "-": [
    "no longer needed",
    "replaced",
    "void",
    "abandoned",
    "gestrichen",
    "überholt",
    "abandonné",
    "supprimé",
    "anulado",
    "descartado",
    "annullato",
    "sostituito",
    "eliminato",
    "substituído",
    "vervallen",
    "geannuleerd",
    "vervangen",
    "utgår",
    "ersatt",
    "anulowane",
    "заменено",
    "取代",
    "已取消",
    "被取代",
    "中止",
    "취소",
    "הוחלף",
    "ملغى",
    "iptal",
    "superseded",
    "obsolete",
    "dropped",
    "cancelled",
    "canceled",
    "removed",
    "ersetzt",
    "entfällt",
    "hinfällig",
    "remplacé",
    "annulé",
    "reemplazado",
    "cancelado",
    "отменено",
    "取消",
    "בוטל",
  ],
  " ": [
    "outstanding",
    "upcoming",
    "scheduled",
    "not begun",
    "to start",
    "nicht begonnen",
    "noch nicht begonnen",
    "ausstehend",
    "pas commencé",
    "non commencé",
    "prévu",
    "no iniciado",
    "sin empezar",
    "planificado",
    "aperto",
    "da fare",
    "non iniziato",
    "previsto",
    "aberto",
    "a fazer",
    "não iniciado",
    "por iniciar",
    "gepland",
    "niet gestart",
    "nog niet begonnen",
    "öppen",
    "ej påbörjad",
    "planerad",
    "åpen",
    "åben",
    "otwarte",
    "zaplanowane",
    "планируется",
    "не начато",
    "待办",
    "待开始",
    "计划中",
    "未着手",
    "予定",
    "예정",
    "시작 전",
    "לא התחיל",
    "מתוכנן",
    "لم يبدأ",
    "planlandı",
    "open",
    "todo",
    "to do",
    "not started",
    "planned",
    "pending",
    "offen",
    "geplant",
    "ouvert",
    "à faire",
    "abierto",
    "pendiente",
    "открыто",
    "未开始",
    "פתוח",
  ],
};
const marks = new Map(Object.entries(words).flatMap(([mark, all]) => all.map((word) => [squash(word), mark] as const)));

const symbols: Readonly<Record<string, string>> = {
  ...{ "✅": "x", "☑": "x", "✔": "x", "✓": "x", "🏁": "x" },
  ...{ "☐": " ", "⬜": " ", "⚪": " ", "🔲": " ", "📅": " ", "🗓": " " },
  ...{ "🔄": "~", "🚧": "~", "⏳": "~", "🟡": "~", "🟨": "~", "▶": "~", "🏃": "~" },
  ...{ "⛔": "!", "❗": "!", "🚫": "!", "🔴": "!", "🟥": "!", "🛑": "!", "⏸": "!", "⚠": "!" },
  ...{ "❓": "?", "❔": "?" },
  ...{ "❌": "-", "🗑": "-" },
};
/** Coloured shapes: only a legend can say which status they stand for. Emoji outside these lists are only decoration. */
const unknownSymbols = /^(?:[🟠🟢🔵🟣🟤⚫🟧🟩🟦🟪🟫⬛🔶🔷])$/u;

/** Marks that models write between the brackets, and the requested marks that they stand for. */
const otherMarks: Readonly<Record<string, string>> = {
  ...{ "✓": "x", "✔": "x", "☑": "x", "✅": "x", v: "x", "*": "x" },
  ...{ "/": "~", ">": "~", "…": "~", o: "~", "•": "~", "⏳": "~" },
  ...{ "–": "-", "—": "-", "✗": "-", "✘": "-", "❌": "-", _: " ", ".": " ", "!!": "!" },
};

/** The status mark of a symbol, from the text's legend or else from `symbols`; null if the symbol is only decoration. */
export const symbolMark = (symbol: string, legend?: ReadonlyMap<string, string>): string | null => {
  const plain = symbol.replaceAll("\ufe0f", "");
  return legend?.get(plain) ?? symbols[plain] ?? (unknownSymbols.test(plain) ? "?" : null);
};

/** The mark that a word between brackets stands for. */
export function wordMark(text: string): string | null {
  const inner = text.trim().toLowerCase();
  if (inner === "") return " ";
  if (/^[~x!?-]$/.test(inner)) return inner;
  return otherMarks[inner.replaceAll("\ufe0f", "")] ?? marks.get(squash(text)) ?? null;
}

/** A status and the text that follows it: `blocked: no date`, `superseded by M4`, `🟡 in progress`, `60 %`. */
export type SaidStatus = { mark: string; after: string };

const mostWords = 4;

/** The status at the start of a text; null if the text does not begin with one. */
export function readStatus(text: string, legend?: ReadonlyMap<string, string>): SaidStatus | null {
  const plain = bare(text)
    .replace(/^\[([^[\]]*)\]/, "$1")
    .trim();
  const percent = /^(\d{1,3})\s?%/.exec(plain)?.[1];
  if (percent !== undefined)
    return { mark: percent === "0" ? " " : percent === "100" ? "x" : "~", after: plain.slice(percent.length + 1) };
  const [symbol = ""] = /^(?:\p{Extended_Pictographic}|[✓✔☐☑])\ufe0f?/u.exec(plain) ?? [];
  const rest = plain.slice(symbol.length).trim();
  const said = statusWord(rest);
  if (said !== null) return said;
  const mark = symbol === "" ? wordMark(plain) : symbolMark(symbol, legend);
  return mark === null || plain === "" ? null : { mark, after: rest };
}

/** What may follow a status. If anything else follows, the words are part of a sentence. */
const end =
  /^\s*(?:$|[:：;,(（.–—-]|(?:by|since|until|on|for|due|because|as|at|von|durch|seit|auf|wegen|par|depuis|pour|por|para|da|di|desde|door|op)(?!\p{L}))/iu;

function statusWord(text: string): SaidStatus | null {
  const whole = marks.get(squash(text));
  if (whole !== undefined) return { mark: whole, after: "" };
  const ends = [...text.slice(0, 60).matchAll(/(?<=[\p{L}\p{M}])(?![\p{L}\p{M}])/gu)].slice(0, mostWords);
  for (const { index } of ends.toReversed()) {
    const mark = marks.get(squash(text.slice(0, index)));
    if (mark !== undefined && end.test(text.slice(index))) return { mark, after: text.slice(index) };
  }
  return null;
}

const symbolAndWord =
  /(\p{Extended_Pictographic}|[✓✔☐☑])\ufe0f?[ \t]{0,2}[=:：–—-]?[ \t]{0,2}([\p{L}][\p{L} ]{1,24})/gu;

/** The text's own legend, if it has one: `🟢 = done, 🔵 = planned`. */
export function readLegend(body: string): Map<string, string> {
  const legend = new Map<string, string>();
  for (const line of body.split("\n")) {
    if (line.length > 500 || /M\d/.test(line)) continue;
    const pairs = [...line.matchAll(symbolAndWord)];
    if (pairs.length < 2) continue;
    for (const [, symbol = "", word = ""] of pairs) {
      const mark = marks.get(squash(word));
      if (mark !== undefined) legend.set(symbol, mark);
    }
  }
  return legend;
}

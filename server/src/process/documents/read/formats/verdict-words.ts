import { bare } from "../words.ts";

export const verdicts = ["kept", "merged", "rejected", "open"] as const;
export type Verdict = (typeof verdicts)[number];

const words: Readonly<Record<Verdict, readonly string[]>> = {
  // Words for a partial yes come before those for yes: "kept with changes" means merged.
  merged: [
    "merge",
    "merged",
    "combined",
    "modified",
    "revised",
    "adapted",
    "amended",
    "integrated",
    "consolidated",
    "refined",
    "changed",
    "reworked",
    "partially accepted",
    "partially kept",
    "partly kept",
    "accepted with changes",
    "kept with changes",
    "kept in part",
    "zusammengeführt",
    "geändert",
    "angepasst",
    "verschmolzen",
    "teilweise übernommen",
    "fusionné",
    "modifié",
    "adapté",
    "fusionado",
    "combinado",
    "modificado",
    "unito",
    "fuso",
    "mesclado",
    "samengevoegd",
    "połączone",
    "объединено",
    "изменено",
    "合并",
    "部分采纳",
    "部分接受",
    "修改后采纳",
    "调整",
    "統合",
    "מוזג",
    "אוחד",
  ],
  rejected: [
    "reject",
    "rejected",
    "dropped",
    "drop",
    "discarded",
    "declined",
    "removed",
    "dismissed",
    "refused",
    "abandoned",
    "superseded",
    "not kept",
    "not accepted",
    "abgelehnt",
    "verworfen",
    "gestrichen",
    "rejeté",
    "abandonné",
    "rechazado",
    "descartado",
    "respinto",
    "scartato",
    "rejeitado",
    "verworpen",
    "afgewezen",
    "odrzucone",
    "отклонено",
    "отвергнуто",
    "拒绝",
    "驳回",
    "否决",
    "舍弃",
    "放弃",
    "不采纳",
    "却下",
    "נדחה",
  ],
  open: [
    "open",
    "undecided",
    "unresolved",
    "deferred",
    "pending",
    "tbd",
    "unclear",
    "unknown",
    "to be decided",
    "not decided",
    "needs decision",
    "offen",
    "ungeklärt",
    "unentschieden",
    "ouvert",
    "en suspens",
    "abierto",
    "pendiente",
    "aperto",
    "aberto",
    "otwarte",
    "открыто",
    "未决",
    "待定",
    "未定",
    "悬而未决",
    "未解決",
    "保留中",
    "פתוח",
  ],
  kept: [
    "keep",
    "kept",
    "keeps",
    "accept",
    "accepted",
    "adopted",
    "adopt",
    "retain",
    "retained",
    "upheld",
    "confirmed",
    "affirmed",
    "agreed",
    "stands",
    "unchanged",
    "behalten",
    "beibehalten",
    "übernommen",
    "angenommen",
    "bestätigt",
    "bleibt",
    "conservé",
    "maintenu",
    "gardé",
    "accepté",
    "mantenido",
    "conservado",
    "aceptado",
    "mantenuto",
    "accettato",
    "mantido",
    "aceito",
    "behouden",
    "zachowane",
    "przyjęte",
    "принято",
    "сохранено",
    "оставлено",
    "保留",
    "采纳",
    "接受",
    "採用",
    "维持",
    "נשמר",
    "התקבל",
  ],
};
const byWord = new Map(
  (["merged", "rejected", "open", "kept"] as const).flatMap((verdict) =>
    words[verdict].map((word) => [word, verdict] as const),
  ),
);
const longestFirst = [...byWord.keys()].sort((one, other) => other.length - one.length);
/** Words in front of a verdict that change nothing: `fully kept`, `left open`. */
const adverbs = "(?:fully|completely|explicitly|clearly|still|left|remains?|stays?|now|provisionally|tentatively)[ ]+";
/** A verdict, or a word that means one, at the start of a text. */
export const verdictAtStart = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${adverbs})?(${longestFirst.join("|")})(?![\\p{L}\\p{M}])`,
  "iu",
);
/** `partly kept` and `partially merged` are merged; what is partly rejected is not clear. */
const partly = /^[^\p{L}\p{N}]*(?:partly|partially|in part|teilweise|en partie|en parte)[ ]+/iu;
const symbols: Readonly<Record<string, Verdict>> = { "✅": "kept", "✔": "kept", "❌": "rejected", "❓": "open" };

/** A verdict, or a word that means one, at the start of a cell. Two verdicts in one cell (`kept / open`) are invalid. */
export function readVerdict(cell: string): Verdict | null {
  const text = bare(cell).slice(0, 200);
  if (/^(?:yes|no)\W*$/i.test(text)) return /^y/i.test(text) ? "kept" : "rejected";
  if (!/[\p{L}\p{N}]/u.test(text)) return symbols[text.replaceAll("\ufe0f", "")] ?? null;
  const part = partly.exec(text)?.[0] ?? "";
  const word = (verdictAtStart.exec(text) ?? verdictAtStart.exec(text.slice(part.length)))?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const choice = /^[^\p{L}]*(\p{L}+)\s*(?:\/|\bor\b)\s*(\p{L}+)/u.exec(text);
  const [one, other] = [byWord.get(choice?.[1]?.toLowerCase() ?? ""), byWord.get(choice?.[2]?.toLowerCase() ?? "")];
  if (one && other && one !== other) return null;
  const verdict = byWord.get(word) ?? null;
  if (part === "" || verdict === "merged") return verdict;
  return verdict === "kept" ? "merged" : null;
}

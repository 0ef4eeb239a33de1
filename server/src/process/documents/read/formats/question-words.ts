import { squash } from "../words.ts";

const phrases = [
  "\\bif (?:it is |this is |left |remains )?(?:unanswered|not answered|no answer)",
  "\\bdefault(?: assumption)?(?=[*_]*\\s*[:：])|\\botherwise(?=[*_]*\\s*[:：])|\\bassume[ds]? by default",
  "\\b(?:falls|wenn|bleibt sie) (?:unbeantwortet|offen|nicht beantwortet|keine antwort(?: kommt)?)|\\bohne antwort|\\bbei ausbleibender antwort",
  "\\bsans réponse|\\ben l['’]absence de réponse|\\bà défaut de réponse|\\bs['’]il n['’]y a pas de réponse|\\bsi (?:aucune|pas de) réponse",
  "\\bsi (?:no hay|sin|no llega|no se recibe) respuesta|\\bsi no se responde|\\bsin respuesta|\\ben ausencia de respuesta",
  "\\bse (?:senza risposta|non (?:c['’]è|arriva|si riceve) risposta|nessuna risposta)|\\bsenza risposta|\\bin (?:assenza|mancanza) di risposta",
  "\\bse (?:não houver|sem|não vier) resposta|\\bse não (?:for )?respondid[ao]|\\bsem resposta|\\bna (?:ausência|falta) de resposta",
  "\\b(?:indien|als|wanneer) (?:onbeantwoord|niet beantwoord|er geen antwoord (?:is|komt))|\\bzonder antwoord|\\bbij geen antwoord",
  "\\b(?:w razie|w przypadku) braku odpowiedzi|\\bjeśli bez odpowiedzi|\\bbez odpowiedzi|\\bbez odpovědi|\\bpokud nebude odpověď",
  "\\bom (?:obesvarad|inget svar)|\\butan svar|\\bhvis (?:ubesvart|ubesvaret|intet svar|ikke besvart)|\\buten svar|\\buden svar|\\bjos ei vastausta",
  "если (?:нет|без|не будет) ответа|если ответа нет|без ответа|при отсутствии ответа|якщо (?:немає|без) відповіді",
  "如果?(?:未|没有|沒有|无|無)(?:得到)?(?:回答|答复|回复|答覆)|若(?:未|没有|无|無)(?:得到)?(?:回答|答复|回复|答覆)|未回答时",
  "(?:回答|返答|答え)が(?:ない|なかった|得られない)場合は?|[未無]回答の場合は?",
  "(?:답변|응답|답)이 없(?:으면|을 경우|는 경우)|미응답 시",
  "אם (?:אין|לא תהיה) תשובה|אם לא (?:נענתה|תיענה)|ללא תשובה|בהיעדר תשובה",
  "إذا لم (?:تتم الإجابة|يتم الرد|تكن هناك إجابة)|في حال عدم (?:الإجابة|الرد)|بدون إجابة",
  "(?:yanıt|cevap) (?:gelmezse|yoksa|verilmezse)|yanıtlanmazsa|cevaplanmazsa",
];

/** The words that introduce the default, which applies if a question is not answered. */
export const unless = new RegExp(
  `[*_]*(?:${phrases.join("|").replaceAll("\\b", "(?<!\\p{L})")})[*_]*[ \\t]*[:,：]?[*_]*`,
  "iu",
);

/** The words that introduce what the answer to a question decides. */
export const decides =
  /^[\s*_(（;；]*(?:(?:(?:what it |it |this )?decides|entscheidet(?: über)?|décide(?: de(?= ))?|decide|bepaalt|beslist(?: over)?|decyduje|rozhoduje o|avgör|avgjør|afgør|ratkaisee|решает|определяет|вирішує|קובעת?)[*_]*[:：]?[*_]*[ \t]+|(?:决定|決定)了?[:：]?[ \t]*)/iu;

/** The names that models give to a question's fields and their columns, each with the field that it means. */
export const fieldNames = new Map<string, string>(
  Object.entries({
    decides: [
      ...[
        "decides",
        "what it decides",
        "impact",
        "why",
        "why it matters",
        "affects",
        "entscheidet",
        "décide",
        "decide",
      ],
      ...[
        "impacto",
        "impatto",
        "bepaalt",
        "decyduje",
        "решает",
        "决定",
        "影响",
        "決めること",
        "影響",
        "결정",
        "קובע",
        "يحدد",
      ],
    ],
    otherwise: [
      ...["if unanswered", "default", "otherwise", "assumption", "default assumption", "assume", "sinon", "si no"],
      ...["falls unbeantwortet", "wenn unbeantwortet", "annahme", "sans réponse", "par défaut", "hypothèse"],
      ...["si no hay respuesta", "sin respuesta", "por defecto", "supuesto", "se senza risposta", "senza risposta"],
      ...["se non c'è risposta", "ipotesi", "se não houver resposta", "sem resposta", "suposição", "por omissão"],
      ...["indien onbeantwoord", "aanname", "w razie braku odpowiedzi", "założenie", "om obesvarad", "utan svar"],
      ...[
        "если нет ответа",
        "без ответа",
        "допущение",
        "如未回答",
        "若未回答",
        "默认",
        "假设",
        "回答がない場合",
        "未回答の場合",
      ],
      ...["답변이 없으면", "אם אין תשובה", "ברירת מחדל", "إذا لم تتم الإجابة", "yanıt gelmezse"],
    ],
  }).flatMap(([key, names]) => names.map((name) => [squash(name), key] as const)),
);
export const decidesName = /decide|impact|why|affect|matter|entscheid|décide|impatto|决定|影响/i;
export const otherwiseName =
  /unanswered|default|otherwise|assum|annahme|unbeantwortet|réponse|respuesta|risposta|resposta|未回答/i;

/**
 * Words for what is continued, in the languages of the product. Without such a word, a pattern could match a sentence of the
 * document.
 */
const subject =
  "(?:table|list|document|answer|text|output|response|artifacts?|section|plan|code|" +
  "tabelle|liste|dokuments?|antwort|textes?|ausgabe|abschnitts?|tableau|réponse|texte|tabla|lista|documento|respuesta|texto|" +
  "tabella|risposta|testo|tabela|resposta|tabel|lijst|antwoord|tekst|tabeli|listy|odpowiedzi|dokumentu|tekstu|" +
  "таблицы|списка|документа|ответа|текста)";

/** `Here is the continuation of the table:`, in languages with the same word order. */
const introduced = new RegExp(
  "^(?:here(?:['’]s| is| comes| follows)?|hier (?:ist|folgt|kommt|is|volgt)|es folgt|nun folgt|voici|voilà|aquí (?:está|sigue|va|tiene)|" +
    "ecco|aqui (?:está|vai|segue)|segue|oto|вот|ниже)(?: (?:now|nun|jetzt|also))? (?:(?:the|die|der|la|le|el|lo|il|a|o|het|de) )?" +
    "(?:continuation|rest|remainder|fortsetzung|suite|reste|continuación|resto|continuazione|seguito|continuação|vervolg|" +
    "ciąg dalszy|dalszy ciąg|reszta|продолжение|остальное)" +
    `(?: (?:(?:of|of the|of my|der|des|du|de la|de l['’]|del|della|dello|da|do|van de|van het) ?)?${subject})?[ \\u00a0]?[:：.…]?$`,
  "iu",
);

/** `where I left off`: only a model that continues its answer says this. */
const whereIStopped =
  /where i (?:left off|stopped|was (?:cut off|interrupted))|wo ich (?:aufgehört|abgebrochen|unterbrochen|stehen ?geblieben)|là où je (?:m['’]étais|me suis|m['’]suis) (?:arrêt|interromp)|donde (?:lo dejé|me quedé|me detuve)|da dove (?:mi ero|ero|mi sono) (?:interrott|rimast|fermat)|de onde (?:eu )?parei|waar ik (?:gebleven|gestopt|opgehouden)|gdzie (?:skończył|przerwał)[ea]m|где (?:я )?остановил(?:ся|ась)|שבו הפסקתי|中断した(?:ところ|箇所)|(?:中断|停下|断开)的地方/iu;

/** `The remaining rows:`, `I will continue the table.`, and single words such as `Continuation:`. */
const announcements = [
  new RegExp(
    `^(?:here|below)\\b.*\\b(?:continuation|continued|continuing|(?:rest|remainder)(?: of (?:the|my) ${subject})?|remaining (?:rows|items|entries|parts|artifacts|sections|claims|requirements|milestones|steps|text))\\s*:$`,
    "iu",
  ),
  new RegExp(
    `^(?:let me|i(?:['’]ll| will| am|['’]m)) (?:now )?(?:continu\\w+|resum\\w+|pick(?:ing)? up)(?: (?:with |from )?(?:the|my) ${subject})?[.:…]?$`,
    "iu",
  ),
  /^(?:sure|certainly|of course|okay|ok|alright|understood)\b.*\b(?:continu\w*|rest|remain\w*|resum\w*|left off|cut off)\b/i,
  /^(?:continuing|continued|resuming|picking up)(?: (?:from|with|where|at|the (?:document|answer|table|list|text|output|response))\b.*)?[:…]$/i,
  /^(?:continuing|continued|resuming|picking up)\b.*\b(?:left off|stopped|was cut off)\b/i,
  /^(?:(?:my|the) (?:previous |last )?(?:answer|response|output|message) (?:was|got) (?:cut off|truncated|interrupted))\b/i,
  /^(?:continuation|continuing|continued|cont['’.]?d|fortsetzung|suite|continuación|continuazione|continuação|vervolg|ciąg dalszy|продолжение|继续|续|接上文|続き|המשך)[ \u00a0]?[:：.…]?$/iu,
  /^(?:ich (?:fahre|setze|mache) (?:nun |jetzt |hier )?(?:fort|weiter)|je continue|je poursuis|continúo|proseguo|ik ga verder|kontynuuję|продолжаю)[ \u00a0]?[:.…]$/iu,
  /^(?:以下|下面|接下来)?(?:是|为)?(?:上文的?)?(?:后续|剩余|其余|续写|接续)的?(?:内容|部分|文本)?(?:如下)?[:：。]?$/u,
  /^(?:以下(?:が|は|、)?)?続き(?:です|は(?:以下|次)の(?:通|とお)りです|を(?:書き|続け)ます|から(?:再開し|始め)ます)[:：。]?$/u,
  /^(?:להלן|הנה) ה?(?:המשך|יתר|שאר)(?: (?:הטבלה|התשובה|המסמך|הרשימה|הטקסט))?[:.]?$/u,
];

const apology =
  /^(?:(?:my |sincere )*apologies|sorry|i(?:['’]m| am) sorry|i apologi[sz]e|entschuldigung|entschuldigen sie|verzeihung|désolée?|(?:toutes )?mes excuses|je m['’]excuse|pardon|lo siento|disculp[ae]s?|perdón|mi scuso|scus[ai](?:te|mi)?|desculp[ae]s?|peço desculpas?|(?:mijn )?excuses|przepraszam|извините|простите|прошу прощения|סליחה|אני מתנצלת?|(?:很|非常)?抱歉|对不起|申し訳(?:ありません|ございません)|すみません)/iu;
const aboutTheCut =
  /^[\s,.!。，、！-]*$|^ (?:about|for) (?:that|this)\b|interr?u|cut off|cut-off|truncat|incomplete|unterbrech|abbruch|abgebrochen|onderbr|przerw|обрыв|прерв|прерыв|coup(?:é|ure)|הפסק|קטיע|截断|中断|打断|途切れ/iu;

const fillers =
  /^(?:sure|certainly|of course|okay|ok|alright|understood|natürlich|gerne|bien sûr|claro|certo|конечно|好的|当然)[.!,。！，]?$/iu;

/**
 * True if a line is only about the answer itself. Words such as `Sure!` are ignored, but a line of such words alone does
 * not count.
 */
export function speaksOfAnswer(line: string): boolean {
  const sentences = line.split(/(?<=[.!?])\s+|(?<=[。！？])/u).filter((sentence) => sentence.trim() !== "");
  const said = sentences.filter((sentence) => !fillers.test(sentence.trim()));
  return said.length > 0 && said.every((sentence) => isLeadIn(sentence.trim()));
}

function isLeadIn(sentence: string): boolean {
  const sorry = apology.exec(sentence)?.[0];
  if (sorry !== undefined && aboutTheCut.test(sentence.slice(sorry.length))) return true;
  return introduced.test(sentence) || whereIStopped.test(sentence) || announcements.some((one) => one.test(sentence));
}

/**
 * Words that mark the kind of a sentence, in the usual languages of briefs. In other languages, only figures and dates show
 * the kind.
 */

/** A pattern from several lines of alternatives. */
const any = (lines: string): string =>
  `(?:${lines
    .trim()
    .split(/\s*\n\s*/)
    .join("|")})`;
/** Like `any`, but matches only whole words. */
const whole = (lines: string): string => `(?<!\\p{L})${any(lines)}(?!\\p{L})`;
const pattern = (...parts: string[]): RegExp => new RegExp(parts.join("|"), "iu");

export const openWords = pattern(
  String.raw`[?？؟]["”»]?\s*$`,
  "(?:not|n't|haven’t|yet to be|still to be) (?:yet )?(?:been )?(?:chosen|decided|known|clear|settled|agreed|found|fixed)",
  whole(String.raw`
    undecided|unknown|unclear|to be decided|tbd|not sure|open question|no idea|whether .+ is open
    (?:do not|don['’]t) (?:yet )?know|(?:nobody|no one) has (?:yet )?(?:tested|decided|asked|checked)
    noch nicht|unklar|ungeklärt|offen ist|wissen (?:wir )?nicht
    pas encore|ne sa(?:it|vons) pas|aún no|todavía no|no sabemos
    non sappiamo|non (?:è )?ancora|ainda não|não sabemos|nog niet|weten (?:we )?niet
    пока (?:не|неизвестно)|неизвестно|не знаем|ещё не|не реш\p{L}+
    jeszcze nie|nie wiemy|vet inte|ännu inte|henüz|bilmiyoruz`),
  "עדיין לא|לא ידוע|לא החלטנו|لا نعرف|لم نقرر|غير معروف|尚未|还没|還沒|不知道|待定|未定|まだ|미정",
);

export const boundWords = pattern(
  whole(String.raw`
    (?:no|not|never|nie|nicht) (?:be )?(?:more|less|fewer|later|earlier|larger|mehr|weniger|später) (?:than|als)
    (?:not|cannot|never)(?: \p{L}+){1,4} (?:more|less|fewer|longer|later) than
    not exceed|at (?:most|least)|(?:up to|bis zu|jusqu['’]à|hasta|fino a) [$€£₪]?\d.*|max(?:imum|imal)?|min(?:imum)?|höchstens|mindestens
    au (?:plus|moins)|como (?:máximo|mínimo)|al menos|al massimo|almeno|no máximo|pelo menos
    hoogstens|minstens|maximaal|не (?:более|менее|позднее)|максимум|минимум|co najmniej|högst|minst`),
  "לכל היותר|לפחות|على الأقل|كحد أقصى|最多|至少|不超过|以内|以下",
);

/** Words that begin a sentence which excludes something. */
const beginsExclusion = `^[¡(]?${any(String.raw`
  no|nothing|nobody|never|none of|without|avoid|anything but|under no circumstances|(?:please )?(?:do not|don['’]t)
  not (?:an?|the|another|in|on|at|by|with|from)|nicht (?:ein\p{L}*|im|in|am|auf|mit|über|von|vor|nach)|non (?:una?|il|la)
  kein\p{L}*|nie(?:mals)?|nichts|niemand|ohne|aucun\p{L}*|jamais|rien|sans|pas (?:de|d['’]|une?)|niet (?:een|in|met)
  ningun\p{L}*|ningún|nada|nunca|sin|niente|nessun\p{L}*|mai|senza|sem|nenhum\p{L}*
  geen|nooit|niets|zonder|ingen|inga|inget|aldrig|utan|bez|żadn\p{L}*|без|никаких|никогда|ничего`)}(?!\\p{L})(?! (?:problem|later|more|less|fewer))`;

export const exclusionWords = pattern(
  beginsExclusion,
  whole(String.raw`
    (?:must|may|shall|can|should) ?(?:not|never)|mustn['’]t|cannot|can['’]t|shouldn['’]t|nobody should|(?<!(?:ha(?:ve|s|d)|['’]ve) )never|except for
    nothing (?:may|must|can|goes)|not allowed|forbidden|prohibited|(?:not|out) (?:part of|in scope|of scope|of budget)
    (?:we|i) (?:want|allow) no|with no|please (?:do not|don['’]t)|(?:we|i) (?:\p{L}+ )?(?:do not|don['’]t) (?:\p{L}+ )?want
    auf keinen fall|(?:darf|dürfen|soll|sollen) (?:nicht|kein\p{L}*|\p{L}+ nicht)|nicht erlaubt|verboten
    ne doi(?:t|vent)(?: \p{L}+)? pas|ne doi(?:t|vent)|interdit\p{L}*
    prohibid\p{L}*|no (?:se )?(?:debe|puede)\p{L}*|no queremos|proibid\p{L}*|não (?:pode|deve)\p{L}*
    non (?:si )?(?:va|vanno|deve|devono|può|possono|vogliamo)|vietat\p{L}*
    (?:mag|mogen|moet|moeten) (?:\p{L}+ )?(?:niet|geen)|verboden|(?:får|ska) inte|må ikke|förbjud\p{L}*
    нельзя|запрещ\p{L}*|не должн\p{L}*|не допускается|nie (?:wolno|może|mogą)|zabronion\p{L}*|yasak\p{L}*`),
  "(?<!\\p{L})(?:אסור|ללא|בלי)(?!\\p{L})|ممنوع|يمنع|لا يجوز|لا نريد|بدون|不能|不得|禁止|不要|不可|不许|ないこと|しては(?:いけない|ならない)|금지",
);

/** “The tax adviser receives the data as CSV”, “Das Dach bleibt”: what a person receives, and what does not change. */
const receiving = `^(?:the|our|der|die|das|unser\\p{L}*|les?|la|el|los|las|il|de|het) [^.:;?!]{2,40}? ${any(`
  receives?|gets? (?:the|all|every)|stays?|remains?|bekomm(?:t|en)|erh(?:ält|alten)|behält|bleib(?:t|en)
  reçoi(?:t|vent)|restent|recibe|riceve|krijg(?:t|en)|blijf(?:t|en)`)}(?!\\p{L})`;

export const limitWords = pattern(
  whole(String.raw`
    must|has to|have to|shall|only|limit\p{L}*|required?|requires|needs? to|mandatory|binding|allowed|permitted|budget|deadline
    muss|müssen|darf|dürfen|nur|spätestens|doit|doivent|seulement|debe\p{L}*|solo|sólo|presupuesto
    deve|devono|entro|bilancio|serv(?:e|ono)|orçamento|devem|moet\p{L}*|mag|alleen|begroting|uiterlijk
    måste|endast|musi|tylko|budżet|должн\p{L}*|только|обязан\p{L}*|бюджет\p{L}*|bütçe\p{L}*`),
  receiving,
  "(?:חייב|חייבת|חייבים|צריך|יש ל|רק|מותר|תקציב)|يجب|الميزانية|فقط|必须|预算|予算|必須|예산",
);

/** Words with which the authors of a brief say what they want. */
export const authorWants = pattern(
  whole(String.raw`
    (?:we|i) (?:\p{L}+ )?(?:want|need|wish|hope|picture|plan to|would like)
    (?:wir|ich) (?:möchten?|wollen|will|brauchen?)|(?:möchten?|wollen|will|brauchen?) (?:wir|ich)
    voulons|(?:je|j['’]) ?(?:veux|voudrais|aimerais)|souhaitons|queremos|quiero|necesitamos
    vogli(?:amo|o)|vorremmo|quero|precisamos|willen (?:we|wij)|(?:we|wij) willen|chcemy|vi vill|хотим|хочу|istiyoruz`),
  "(?:רוצים|רוצה)|نريد|أريد|我们想|我想|我们要",
);

export const goalWords = pattern(
  authorWants.source,
  "^(?:launch|build|open|create|organi[sz]e|replace|move|start|plan|make|write|teach|rebuild|set up|plant|design|migrate)(?!\\p{L})",
  whole(String.raw`
    they (?:\p{L}+ )?(?:want|need|wish|hope|picture|plan to)|(?<!n['’]t |not )wants?|would like|should|aim|goal|so that
    möchten?|wollen|soll|sollen|ziel|brauchen|souhait\p{L}*|willen|нужно`),
  "(?:מטרה|צריכים)|想|要",
);

export const wants =
  /(?<!\p{L})(?:wants?|needs?|would like|wishes|wünsch\p{L}*|möchte\p{L}*|wollen|brauch\p{L}*)(?!\p{L})/iu;

const until =
  "until|till|by|before|within|next|this|bis|vor(?! \\S+ (?:jahren|monaten|wochen))|nächst\\p{L}*|avant|d['’]ici|hasta|antes de|entro|prima di|voor|tot";
/** Words for a time without a date, such as “until the end of the school year”, “bis Weihnachten”, “in six weeks”. */
export const timeWords = pattern(
  whole(String.raw`
    deadline|by when|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}\.? (?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\p{L}*
    (?:${until}) (?:\S+ ){0,3}(?:l['’])?${any(String.raw`
      20\d\d|end|beginning|christmas|easter|spring|summer|autumn|winter|(?:school)?years?|season|term|months?|weeks?
      ende|anfang|weihnachten|ostern|frühling|sommer|herbst|(?:schul)?jahr\p{L}*|monat\p{L}*|wochen?
      la fin|noël|pâques|printemps|été|automne|hiver|rentrée|année|mois|verano|navidad|otoño|año|mes
      natale|estate|anno|mese|zomer|jaar`)}
    in (?:\S+ )?(?:days|weeks|months|tagen|wochen|monaten)|(?:dans|en|tra) (?:\S+ )?(?:jours|semaines|mois|meses|giorni|mesi)
    до (?:конца|начала|нового года|лета|зимы)`),
  "עד (?:סוף|תחילת)|לפני ה|قبل نهاية|حتى نهاية|年底|月底|之前|年末|までに",
);

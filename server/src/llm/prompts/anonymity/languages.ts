/**
 * How models sign and how they refer to themselves, by language. Everything that depends on a language is in this table.
 *
 * Each field holds templates or words, separated by slashes or line breaks. A template is a regular expression in which N
 * stands for a model, V for a vendor, … for up to 60 characters of the same sentence, ~ for letters, WORK for a word for the
 * text, and ^ for the start of a clause. Templates match whole words, and only their N and V are replaced.
 */
type Language = {
  /** A model says who it is. */
  introductions: string;
  /** A model writes in its own name: “As N, I …”. */
  roles: string;
  /** A sentence credits a model with the text: “this plan, written by N”. */
  credits: string;
  /** A model has an opinion, which a product cannot have: “N would wait”. Here ^ stands for the start of a sentence. */
  opinions: string;
  /** Like `opinions`, but in words that may also describe a product: “N suggests three wines”. */
  suggestions: string;
  /** A model says who made it. */
  makers: string;
  /** The words between an introduction and the vendor: “created by” in “I am N, created by V”. */
  madeBy: string;
  /** Words that show that “N: …” is speech in the first person. */
  firstPerson: string;
  /** Words that mark a name as the author's: “written”, “author”. */
  signing: string;
  /** Words that a signature may contain beside the name: “your assistant, N”. */
  beside: string;
  /**
   * Further words that a line may contain if it has a word of authorship: “This plan was” in “This plan was written by N”.
   */
  stating: string;
  /** Lines that precede a name: “Best regards”. */
  closings: string;
};
export type LanguageField = keyof Language;

const english: Language = {
  introductions: `
    (I am|I'm) (an? )?N( model)? / my name is N / call me N / this is N (speaking|here|writing) / ^this is N[,.!] / N speaking:
    ^N here[,.:!;] / ^(hi|hello|hey|greetings)[,!]? N here / I, N, / I [(]N[)] / note from N: / ^from N:
    ^(hello|hi|greetings|regards|best wishes) from N[.,!] / ^being N, I / I, your (AI )?assistant,? N,`,
  roles: `
    ^as (an? |an instance of |your (AI )?assistant,? )?N( model)?,? (I|I'd|I'm|I've|I'll|my) / (speaking|writing|answering) as N / I, as N, / I as N
    my ~ as N( is|,)`,
  credits: `
    as proposed by N / in N's (own )?(opinion|view|estimate) / this WORK is N's / (this|my|the following) WORK by N
    (this|my|the following) WORK,? (was |has been )?(written|prepared|drafted|generated|created|authored) (by|with) N
    this WORK is (written|prepared|drafted|generated|created|authored) by N[.,;]`,
  opinions: `
    ^N,? (would|will) (rather )?(wait|choose|prefer|recommend|suggest|propose|argue|advise|reject|vote|do|agree|object|not)
    ^N,? would (go|start) with / ^N,? (thinks|believes|argues|prefers|concludes|favou?rs|disagrees|agrees|objects)
    ^N,? (recommends|suggests|proposes|advises|recommended|suggested|proposed) (that|to|against|~ing)
    N's (own )?(WORK|view|take|opinion|position|suggestion|advice|judgement|verdict|notes?|remarks?|comments?|conclusion)
    ^as N,? (proposed|says|said|writes|wrote|argued|suggested|put)`,
  suggestions: "^N,? (recommends|suggests|proposes|advises)",
  makers: `
    (I am|I'm) (an?|the) …(AI|model|assistant|LLM|chatbot)…(by|from|of) V
    (I am|I'm|I was|me) (built|made|trained|developed|created|designed) (by|at) V
    ^as (an?|one of) …(AI|model|assistant|LLM)…(by|from|of|at) V,? (I|my)
    speaking as (an?|one of) …(AI|model|assistant|LLM)…(by|from|of|at) V
    ^as (an? )?V('s)? (large )?(language )?(AI )?(model|assistant|LLM|AI),? (I|my)
    (speaking as|I am|I'm) (an? )?V('s)? (large )?(language )?(AI )?(model|assistant|LLM|AI)
    my training (by|at|from) V / my (makers?|developers?|creators?|trainers?|provider)( is| are|,)? V
    my (makers|developers|creators|trainers) (at|from) V
    V,? my (makers?|developers?|creators?|trainers?) / V (trained|made|built|created|developed|designed|taught) me`,
  madeBy: `
    (built|made|trained|developed|created|designed|released) (by|at) / (AI|model|assistant|LLM|chatbot) (by|from|of|at)`,
  firstPerson: "I / I['’](d|m|ve|ll) / my / me / here is / here['’]s",
  signing: `
    written / author / authors / authored / prepared / generated / drafted / created / produced / proposed / signed
    signature / submitted / byline / ©`,
  beside: `
    the / a / an / by / with / using / from / your / our / s / AI / assistant / model / language / large / planning / used
    name / powered / made / built / friendly / helpful / humble / faithful / partner / planner / advisor / vendor / provider / jan / january / feb / february / mar / march / apr / april / may / jun / june
    jul / july / aug / august / sep / september / oct / october / nov / november / dec / december`,
  stating: `
    this / document / proposal / plan / thesis / review / critique / answer / response / analysis / text / was / is / has
    been / client / user / session / project / team / request / for / of / on / at / in`,
  closings: `
    best / best regards / regards / kind regards / with kind regards / warm regards / warmly / best wishes / kind wishes
    warm wishes / with best wishes / sincerely / yours / yours sincerely / yours truly / yours faithfully / cheers / thanks
    sincerely yours / many thanks / thank you / thank you for reading / respectfully / respectfully submitted / signed
    all the best / let me know what you think`,
};

const german: Language = {
  introductions: "ich bin N / ich heiße N / mein Name ist N / hier ist N[,.:!] / hier spricht N / ich, N,",
  roles: "^als N,? (~ )?ich / ich als N / aus meiner Sicht als N",
  credits: `
    (dieser|dieses|mein) (plan|vorschlag|entwurf|dokument),? (von|(wurde )?(verfasst |erstellt |geschrieben )?von) N
    nach N's Meinung`,
  opinions: "^N würde (eher |lieber )?~en / ^N (meint|glaubt|findet|denkt),? / ^N (empfiehlt|schlägt vor),",
  suggestions: "^N (empfiehlt|schlägt)(?! sich)",
  makers: `
    ^als …(sprachmodell|modell|KI|assistent) (von|aus dem hause) V …ich / ^als von V …(modell|KI|assistent) …ich
    ich (bin|wurde) …(von|bei) V (entwickelt|trainiert|gebaut|geschaffen)`,
  madeBy: "von / aus dem hause",
  firstPerson: "ich / mein / meine",
  signing: `
    erstellt / geschrieben / verfasst / generiert / erzeugt / vorgelegt / verfasser / verfasserin / autor / autorin
    unterzeichnet / gezeichnet`,
  beside: "von / mit / durch / ihr / dein / euer / KI / assistent / modell / sprachmodell",
  stating: "der / die / das / dieser / dieses / dokument / plan / vorschlag / entwurf / wurde / am / im",
  closings: `
    mit freundlichen Grüßen / mit freundlichen Grüssen / freundliche Grüße / viele Grüße / liebe Grüße / beste Grüße
    herzliche Grüße / gruß / hochachtungsvoll / danke`,
};

const french: Language = {
  introductions: "je suis N / je m'appelle N / mon nom est N / ^ici N, / moi, N,",
  roles: "en tant que N,? (je|j'|mon|ma) / moi, en tant que N",
  credits: `
    (ce|cette|mon|ma) (plan|proposition|document),? (est |a été )?(rédigée?|écrite?|préparée?|établie?) par N
    selon l'avis de N`,
  opinions: `
    ^N (pense|croit|estime) que
    ^N (attendrait|choisirait|préférerait|proposerait)
    ^N (recommande|propose|suggère) (de|que|d')`,
  suggestions: "^N (recommande|propose|suggère)",
  makers: `
    en tant (que|qu') ?…(modèle|assistant|IA)… ?(de |d'|par |chez )V,? (je|j'|mon|ma)
    je suis une? …(modèle|assistant|IA)… ?(de |d'|par |chez )V / j'ai été …(par|chez) V`,
  madeBy: "de / d' / par / chez",
  firstPerson: "je / j'ai / mon / ma / mes / voici",
  signing: `
    rédigé / rédigée / écrit / écrite / généré / générée / préparé / préparée / établi / auteur / auteure / signé / proposé`,
  beside: "par / de / avec / votre / ton / assistant / assistante / modèle / IA",
  stating: "le / la / du / un / une / ce / cette / document / proposition / plan / a / été",
  closings: `
    cordialement / bien cordialement / bien à vous / sincèrement / salutations / meilleures salutations / amicalement / merci`,
};

const speaksSpanish = "(yo|propongo|recomiendo|sugiero|prefiero|creo|opino|pienso|considero|aconsejo|mi|no puedo)";
const spanish: Language = {
  introductions: "(yo )?soy N / me llamo N / mi nombre es N / yo, N, / habla N:",
  roles: `^como N,? ${speaksSpanish} / hablando como N`,
  credits: `
    (este|esta|mi) (plan|propuesta|documento),? (es |fue )?(escrit[oa]|elaborad[oa]|preparad[oa]) por N`,
  opinions: `
    ^N (piensa|cree|opina|considera) que
    ^N (esperaría|elegiría|preferiría|propondría)
    ^N (recomienda|propone|sugiere) (que|~[aei]r)`,
  suggestions: "^N (recomienda|propone|sugiere)",
  makers: `^como …(modelo|asistente|IA) (de|por) V,? ${speaksSpanish} / soy un …(modelo|asistente|IA)…(de|por) V`,
  madeBy: "de / por",
  firstPerson: "yo / propongo / recomiendo / sugiero / mi / creo",
  signing: `
    escrito / elaborado / elaborada / generado / generada / hecho / redactado / preparado / creado / autor / autora / firmado / firma`,
  beside: "por / de / con / tu / su / asistente / modelo / IA",
  stating: "el / la / este / esta / un / una / documento / propuesta / plan / fue",
  closings: "saludos / un saludo / saludos cordiales / atentamente / cordialmente / un cordial saludo / gracias",
};

const speaksPortuguese = "(eu|proponho|recomendo|sugiro|prefiro|acho|penso|minha|meu)";
const portuguese: Language = {
  introductions: "(eu )?sou (o )?N / meu nome é N / me chamo N / chamo-me N / ^aqui é (o )?N",
  roles: `^(como|enquanto) N,? ${speaksPortuguese}`,
  credits: `
    (este|esta|meu|minha) (plano|proposta|documento),? (é |foi )?(escrit[oa]|elaborad[oa]|preparad[oa]) (pel[oa]|por) N`,
  opinions: "^N (pensa|acha|acredita) que / ^N (esperaria|escolheria|preferiria)",
  suggestions: "^N (recomenda|propõe|sugere)",
  makers: `
    ^como (um )?…(modelo|assistente|IA) (da|do|de|pela|pelo) V,? ${speaksPortuguese}
    sou um …(modelo|assistente)…(da|do|de|pela|pelo) V`,
  madeBy: "da / do / pela / pelo",
  firstPerson: "eu / proponho / recomendo / sugiro / meu / minha",
  signing: "elaborada / gerado / gerada / redigido / preparada / criado / assinado",
  beside: "pelo / pela / seu / sua / assistente",
  stating: "o / do / da / esta / este / proposta / plano / foi",
  closings: "atenciosamente / abraços / cumprimentos / com os melhores cumprimentos / obrigado / obrigada",
};

const asItalian = "^(come|in qualità di|in quanto)";
const speaksItalian =
  "(io|propongo|suggerisco|consiglio|raccomando|preferisco|credo|penso|ritengo|aspetterei|la mia|il mio)";
const italian: Language = {
  introductions: "(io )?sono N / mi chiamo N / il mio nome è N / ^qui N,",
  roles: `${asItalian} N,? ${speaksItalian}`,
  credits: `
    (questo|questa|mio|mia) (piano|proposta|documento),? (è |è stat[oa] )?(scritt[oa]|redatt[oa]|preparat[oa]) da N`,
  opinions: `
    ^N (pensa|crede|ritiene) (che|di)
    ^N (aspetterebbe|sceglierebbe|preferirebbe)
    ^N (consiglia|propone|suggerisce) di`,
  suggestions: "^N (consiglia|propone|suggerisce)",
  makers: `
    ${asItalian} …(modello|assistente|IA) (di|da) V,? ${speaksItalian}
    sono (un|una|il) …(modello|assistente|IA)…(di|da) V`,
  madeBy: "di / da",
  firstPerson: "io / propongo / suggerisco / consiglio / il mio / la mia",
  signing: `
    scritto / scritta / redatto / redatta / generato / generata / preparato / preparata / autore / autrice / firmato`,
  beside: "da / dal / di / con / vostro / tuo / assistente / modello",
  stating: "il / la / questo / questa / documento / proposta / piano / è / stato / stata",
  closings: "cordiali saluti / distinti saluti / saluti / cordialmente / grazie / un saluto",
};

const dutch: Language = {
  introductions: "ik ben N / mijn naam is N / ik heet N",
  roles: "^als N,? (~ )?ik / ik als N",
  credits: "(dit|deze|mijn) (plan|voorstel|document),? (is |werd )?(geschreven|opgesteld|gemaakt) door N",
  opinions: "^N zou (liever )?~en / ^N (denkt|vindt|meent)",
  suggestions: "^N (raadt|stelt)",
  makers: "^als …(taalmodel|model|assistent) van V,? (~ )?ik",
  madeBy: "van / door",
  firstPerson: "ik / mijn",
  signing: "geschreven / opgesteld / gegenereerd / gemaakt / auteur / ondertekend",
  beside: "door / van / met / uw / je / jouw / assistent",
  stating: "het / de / dit / voorstel / plan / is / werd",
  closings: `
    met vriendelijke groet / met vriendelijke groeten / groet / groeten / hartelijke groet / hoogachtend / bedankt`,
};

const slavic: Language = {
  introductions: `
    я( —| –| -|,)? N / меня зовут N / мене звати N / jestem N / nazywam się N / mam na imię N / jmenuji se N / jsem N`,
  roles: "^(как|як) N,? (я|мне|моё|моя|мой) / будучи N,? я / ^jako N,? (~(ę|am|em|im|ji)|ja)",
  credits: `
    (этот|мой|это) (план|предложение|документ),? (был |было )?(подготовлен[оа]?|написан[оа]?|составлен[оа]?) N`,
  opinions: "^N (считает|думает|полагает),? / ^N (бы )?(подождал|выбрал|предпочёл)",
  suggestions: "^N (рекомендует|предлагает|советует|poleca|proponuje)",
  makers: `
    ^(как|будучи) …(модель|моделью|ассистент) (от )?V,? я / ^jako …(model|asystent) (firmy |od )?V,? ~(ę|am)
    я …(модель|ассистент) (от |компании )?V`,
  madeBy: `
    модель / моделью / от / компании / созданный / созданная / разработанный / разработанная / обученный / створений
    firmy / przez / od`,
  firstPerson: "я / мой / моя / моё / ja / moim / proponuję",
  signing: `
    автор / подготовлено / подготовил / написано / создано / составлено / сгенерировано / підготовлено / napisane
    przygotowane / przygotował / wygenerowane / napsal / vytvořil`,
  beside: "от / с / помощью / ваш / твой / ассистент / модель / przez / od / twój / asystent",
  stating: "этот / план / предложение / ten / plan",
  closings: `
    с уважением / всего доброго / спасибо / з повагою / дякую / z poważaniem / pozdrawiam / serdecznie pozdrawiam
    s pozdravem`,
};

const nordic: Language = {
  introductions: "jag är N / jag heter N / jeg er N / jeg hedder N / jeg heter N / (minä )?olen N",
  roles: "^som N,? (~ )?(jag|jeg) / (jag|jeg) som N",
  credits: `
    (denna|detta|dette|min) (plan|förslag|forslag|dokument),? (är |er )?(skriven|skrevet|utarbetad) av N`,
  opinions: "^N skulle (hellre )?~ / ^N (tycker|anser|mener|synes)",
  suggestions: "^N (rekommenderar|föreslår|anbefaler|foreslår)",
  makers: "^som (en )?…(modell|model|assistent) (från|fra) V,? (~ )?(jag|jeg)",
  madeBy: "från / fra / av",
  firstPerson: "jag / jeg / min / mitt",
  signing: "skriven / skrevet / författare / forfatter / utarbetad / utarbeidet / genererad / genereret",
  beside: "av / af / med / från / din / assistent",
  stating: "denna / dette / förslag / forslag / plan",
  closings: `
    med vänliga hälsningar / vänliga hälsningar / hälsningar / med venlig hilsen / med vennlig hilsen / hilsen / mvh / tack`,
};

const chinese: Language = {
  introductions: "我是 ?N / 我叫 ?N / 我的名字是 ?N / 本人 ?N",
  roles: "(作为|身为|作為) ?N[,，]? ?(我|本人)",
  credits: "(本文|本方案|本提案)由 ?N ?(撰写|编写|生成|起草)",
  opinions: "^N ?(认为|觉得|主张)",
  suggestions: "^N ?(建议|推荐)",
  makers: "(作为|作為)(一个|一款)?由? ?V ?(开发|训练|创建|的)…[,，] ?我 / 我是?由 ?V ?(开发|训练|创建)",
  madeBy: "由 / 来自",
  firstPerson: "我",
  signing: "作者 / 生成 / 撰写 / 撰寫 / 编写 / 起草 / 署名",
  beside: "由 / 您的 / 你的 / 助手 / 模型",
  stating: "本文 / 本方案",
  closings: "此致 / 敬礼 / 此致敬礼 / 谢谢 / 祝好 / 顺颂商祺",
};

const japaneseAndKorean: Language = {
  introductions: `
    (私は|私の名前は|わたしは|僕は) ?N ?(です|と申します|であり|といいます)
    (저는|나는|제 이름은) N ?(입니다|이며|이고|예요|이에요)`,
  roles: "N ?として、? ?私 / 私は、? ?N ?として / N ?(으로서|로서),? (저는|제|나는)",
  credits: "(この|本)(提案|計画|文書)は、? ?N ?(が|によって)",
  opinions: "^N ?(は|としては)…(と考え|と思)",
  suggestions: "^N ?は…(を提案|を推奨)",
  makers: `
    私は、? ?V ?(が|によって|の)…(開発|訓練|モデル) / V ?の(AI)?(モデル|アシスタント)として、? ?私
    저는 V ?(가|이|에서|의) …(개발|모델)`,
  madeBy: "、",
  firstPerson: "私 / 私は / 저는",
  signing: "著者 / 作成者 / 作成 / 執筆 / 작성자 / 작성 / 저자 / 생성",
  beside: "による / によって / が / に / 에 / 의해 / 가 / 이",
  stating: "この / 提案 / は / された / 됨 / 제안",
  closings: "敬具 / よろしくお願いします / よろしくお願いいたします / 以上 / 감사합니다 / 드림 / 올림",
};

const semitic: Language = {
  introductions: "(אני|שמי|קוראים לי) ?N / (أنا|اسمي) N",
  roles: "(כ|בתור)[-־]? ?N,? (אני|הייתי|לדעתי) / (بصفتي|باعتباري) N",
  credits: "(תוכנית|הצעה) זו נכתבה (על ידי|בידי) N",
  opinions: "^N (חושב|סבור|מעדיף) / ^(يعتقد|يرى|يفضل) N",
  suggestions: "^N (ממליץ|מציע) / ^(يقترح|يوصي) N",
  makers: `
    (כ|בתור)[-־]? ?(מודל|עוזר)… (של|מבית) V,? אני / (بصفتي|باعتباري) (نموذج|نموذجا|مساعد)… (من|طورته|لشركة) V
    (אני|أنا) (מודל|نموذج)… (של|מבית|من) V`,
  madeBy: "של / מבית / من / طورته",
  firstPerson: "אני / أنا",
  signing: "נכתב / המחבר / מחבר / הוכן / חתום / الكاتب / المؤلف / كتبه / أعده / إعداد",
  beside: "על / ידי / בידי / מאת / בעזרת / העוזר / שלך / שלכם / من / قبل / بواسطة / المساعد",
  stating: "התוכנית / ההצעה / זו / هذا / الاقتراح",
  closings: `
    בברכה / בכבוד רב / תודה / مع أطيب التحيات / مع التحية / تحياتي / مع خالص التحية / شكرا`,
};

const others: Language = {
  introductions: `
    ben N, V tarafından / benim adım N / (मैं|मेरा नाम) N / tôi (là|tên là) N / (saya|aku) (adalah )?N[,.!] / nama saya N
    είμαι (ο |το )?N / με λένε N`,
  roles: "N olarak …~(ım|im|um|üm) / N के रूप में मैं / với tư cách là N,? tôi / ^sebagai N,? saya / ^ως N,? (εγώ|προτείνω)",
  credits: "(bu) (plan|öneri) N tarafından",
  opinions: "^N (düşünüyor|πιστεύει)",
  suggestions: "^N (προτείνει|menyarankan)",
  makers: "V tarafından …~(ım|im|um|üm) / ^sebagai model …(dari )?V,? saya / với tư cách là …của V,? tôi",
  madeBy: "bởi / của / oleh / dari / από / द्वारा",
  firstPerson: "मैं / tôi / saya / εγώ / ben",
  signing: "yazan / yazar / hazırlayan / लेखक / penulis / ditulis / disusun / συντάκτης",
  beside: "tarafından / oleh / bởi / द्वारा / από",
  stating: "bu / plan / rencana / ini",
  closings: "saygılarımla / teşekkürler / धन्यवाद / सादर / trân trọng / hormat saya / salam / με εκτίμηση",
};

const languages: readonly Language[] = [
  ...[english, german, french, spanish, portuguese, italian, dutch, slavic, nordic],
  ...[chinese, japaneseAndKorean, semitic, others],
];

/**
 * The entries of a field in all languages. A model writes in the language of the brief, and signs in that language or in
 * English.
 */
export const ofAllLanguages = (field: LanguageField): string[] =>
  languages.flatMap((language) =>
    language[field]
      .split(/ \/ |\n/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ""),
  );

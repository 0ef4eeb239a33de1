/**
 * Briefs as people send them: mails, lists, tables, code, dictation, several languages. `mustKeep`: texts that must be in
 * the plan. `excluded`: words that the brief rules out, each with the negation that every line with these words must
 * contain.
 */
export const awkwardBriefs: Record<string, { text: string; mustKeep: string[]; excluded?: [string, string][] }> = {
  "a few words": { text: "a podcast about bees", mustKeep: ["a podcast about bees"] },
  "a forwarded mail": {
    text: `From: Ulla Berg <ulla@hamnen.example>
To: planning@hamnen.example
Subject: Re: Fwd: the map collection has to move
Date: Tue, 3 Nov 2026 09:14

Hi all,

as said on the phone: the maps (1,320 drawers, ca. 7.5 t) have to be out of the cellar in Hamngatan by 26 February 2027, the landlord won't extend. Gustav has a quote from a carrier at SEK 231,000 excl. VAT, which is too much - Karin (finance) signed off on SEK 160,000 max.

Please don't separate sheets 7 to 12, the readers would never forgive us. And nothing goes through the yard between 07:00-09:00 because of the school.

What I don't know: does the new place have a lift that takes a pallet? Nils promised to ask, but he is away until the 16th.

> On 2 Nov Gustav wrote:
> The cool room holds 900 drawers, not 1,320. So 420 drawers need another home.

Best,
Ulla

--
Ulla Berg | Head of Maps | +46 8 555 01 77
`,
    mustKeep: [
      ...["Subject: Re: Fwd: the map collection has to move", "the maps (1,320 drawers, ca. 7.5 t) have to be out"],
      ...[
        "26 February 2027",
        "the landlord won't extend",
        "SEK 231,000 excl. VAT, which is too much - Karin (finance)",
      ],
      ...["SEK 160,000 max", "sheets 7 to 12", "07:00-09:00", "does the new place have a lift that takes a pallet?"],
      ...["Nils promised to ask", "900 drawers, not 1,320", "420 drawers need another home"],
    ],
    excluded: [
      ["separate sheets", "don't"],
      ["goes through the yard", "nothing"],
    ],
  },
  "lists below labels": {
    text: `# Member area, second version

Goals:
- invoices that members fetch themselves
- reduce calls by 35%
- NPS > 45

We will not:
- rewrite the ledger
- support IE11
- hire

Must haves
1. SSO (SAML 2.0)
2. p95 < 400 ms
3. GDPR: data stays in eu-central-1

Team: Amira (PM), 4 devs, 1 designer at 50%
Budget: €180k
Deadline: 2027-03-31
`,
    mustKeep: [
      ...["Member area, second version", "invoices that members fetch themselves", "reduce calls by 35%", "NPS > 45"],
      ...[
        "“We will not:” “rewrite the ledger”",
        "“We will not:” “support IE11”",
        "“We will not:” “hire”",
        "SSO (SAML 2.0)",
      ],
      ...["p95 < 400 ms", "GDPR: data stays in eu-central-1", "Team: Amira (PM), 4 devs, 1 designer at 50%"],
      ...["Budget: €180k", "Deadline: 2027-03-31"],
    ],
    excluded: [
      ["rewrite the ledger", "We will not"],
      ["support IE11", "We will not"],
      ["“hire”", "We will not"],
    ],
  },
  "a table": {
    text: `We need the catering for a three-day kickoff.

| Day | Meal | Guests | Vegan | Where |
|-----|------|-------:|------:|-------|
| Mon 8 Feb 2027 | dinner | 64 | 9 | Hotel Stern, room Vega |
| Tue 9 Feb 2027 | lunch | 118 | 17 | canteen |
| Tue 9 Feb 2027 | dinner | 118 | 17 | river boat "Anna" |

No nuts anywhere. No alcohol at lunch. Max. €38 per head and meal. Rita books, Paul pays.
`,
    mustKeep: [
      ...["Day | Meal | Guests | Vegan | Where", "Mon 8 Feb 2027 | dinner | 64 | 9 | Hotel Stern, room Vega"],
      ...['Tue 9 Feb 2027 | dinner | 118 | 17 | river boat "Anna"', "No nuts anywhere", "No alcohol at lunch"],
      ...["Max. €38 per head and meal", "Rita books, Paul pays"],
    ],
    excluded: [
      ["nuts", "No "],
      ["alcohol", "No "],
    ],
  },
  Italian: {
    text: "Vogliamo restaurare il mulino di Castelnovo e aprirlo come piccolo museo entro il 20 settembre 2027. Abbiamo 145.000 euro, di cui 30.000 dal comune. La ruota non va toccata: è vincolata dalla Soprintendenza. Niente plastica nelle sale. Servono almeno due posti per disabili. La signora Galli coordina i volontari (circa 25), l'ing. Moro firma le strutture. Non sappiamo ancora se il canale ha acqua in agosto.",
    mustKeep: [
      ...["entro il 20 settembre 2027", "145.000 euro, di cui 30.000 dal comune", "La ruota non va toccata"],
      ...[
        "Niente plastica nelle sale",
        "almeno due posti",
        "La signora Galli coordina i volontari (circa 25), l'ing. Moro firma",
      ],
      "Non sappiamo ancora se il canale ha acqua in agosto",
    ],
    excluded: [
      ["toccata", "non va"],
      ["plastica", "Niente"],
    ],
  },
  Russian: {
    text: "Нужно перевезти школьный музей в новое здание до 25 августа 2027 года. 12 400 карточек, 38 витрин. Бюджет — 650 000 рублей. Нельзя использовать лифт для людей. Анна Сергеевна отвечает за каталог, Олег ищет машину. Старые карты (214 штук) перевозим отдельно. Пока неизвестно, готов ли пол на третьем этаже.",
    mustKeep: [
      ...[
        "до 25 августа 2027 года",
        "12 400 карточек, 38 витрин",
        "650 000 рублей",
        "Нельзя использовать лифт для людей",
      ],
      ...["Анна Сергеевна отвечает за каталог, Олег ищет машину", "214 штук", "Пока неизвестно, готов ли пол"],
    ],
    excluded: [["использовать лифт", "Нельзя"]],
  },
  "dictation without marks": {
    text: "ok so basically what i want is uh a weekend course for about 16 people on pizza in my bakery in Nantes probably two days maybe three and it shouldn't cost more than 240 a head and i really don't want any kids under 12 there because of the oven it gets to 300 degrees my sister Louise does the sign ups and i do the baking also we need to be done by 6pm on Sunday because the neighbours complain and i have no idea how many ovens we can rent",
    mustKeep: [
      "about 16 people",
      "240 a head",
      "don't want any kids under 12",
      "300 degrees",
      "Louise",
      "6pm on Sunday",
    ],
    excluded: [["kids under 12", "don't want"]],
  },
  "a code block": {
    text: `Migrate our build from Jenkins to GitHub Actions.

\`\`\`yaml
agents: 14
nightly_jobs: 230
forbidden: [self-hosted runners on prod, secrets in logs]
owner: Pavel
cutover: 2027-01-15
\`\`\`

Everything in the block above is binding. Don't touch the release job until Lena is back on 11 January 2027.
`,
    mustKeep: [
      ...[
        "agents: 14",
        "nightly_jobs: 230",
        "forbidden: [self-hosted runners on prod, secrets in logs]",
        "owner: Pavel",
      ],
      ...[
        "cutover: 2027-01-15",
        "Everything in the block above is binding",
        "Don't touch the release job until Lena is back",
      ],
      "11 January 2027",
    ],
    excluded: [
      ["secrets in logs", "forbidden"],
      ["touch the release job", "Don't"],
    ],
  },
  "headings that say it": {
    text: `# Rooftop garden for the library

## Budget: 42,500 EUR including irrigation
## Deadline: 1 May 2027
## No trees over 3 m
### Who
**Elif Demir** – architect – approves every load above 150 kg/m²
**J. O'Hara** – caretaker – has the only key
### Why
Children have nowhere to read outside. 60% of the visitors are under 14.
`,
    mustKeep: [
      ...[
        "Rooftop garden for the library",
        "Budget: 42,500 EUR including irrigation",
        "Deadline: 1 May 2027",
        "No trees over 3 m",
      ],
      ...[
        "**Elif Demir** – architect – approves every load above 150 kg/m²",
        "**J. O'Hara** – caretaker – has the only key",
      ],
      ...["Children have nowhere to read outside", "60% of the visitors are under 14"],
    ],
    excluded: [["trees over 3 m", "No "]],
  },
  "a question": {
    text: "Should our 9-person studio leave the office in Porto (rent €3,200/month, lease ends 30 June 2027) and go fully remote, or take the smaller place at Rua das Pedras for €1,900/month? Beatriz and Rui don't want to work from home; everyone else does. Whatever we do, client workshops (about 2 a month, 12 people each) must not move to hotels. The landlord wants an answer by 15 January 2027. Also: who keeps the plotter (180 kg)?",
    mustKeep: [
      ...["rent €3,200/month, lease ends 30 June 2027", "€1,900/month", "Beatriz and Rui don't want to work from home"],
      ...[
        "client workshops (about 2 a month, 12 people each) must not move to hotels",
        "15 January 2027",
        "the plotter (180 kg)",
      ],
    ],
    excluded: [["move to hotels", "must not"]],
  },
  Spanish: {
    text: "Quiero montar un comedor escolar en Valverde para 85 niños, de 12:30 a 14:45. Presupuesto: 27.400 €. Sin frituras y sin azúcar añadido. Hay 6 celíacos y 3 alérgicos al huevo. Abrimos el 8 de septiembre de 2027. Nuria cocina; Paco, el alcalde, firma. ¿Quién lava los platos? No se puede usar gas.",
    mustKeep: [
      ...[
        "85 niños, de 12:30 a 14:45",
        "Presupuesto: 27.400 €",
        "Sin frituras y sin azúcar añadido",
        "6 celíacos y 3 alérgicos",
      ],
      ...[
        "8 de septiembre de 2027",
        "Nuria cocina; Paco, el alcalde, firma",
        "¿Quién lava los platos?",
        "No se puede usar gas",
      ],
    ],
    excluded: [
      ["frituras", "Sin"],
      ["usar gas", "No se puede"],
    ],
  },
  Arabic: {
    text: "نريد تنظيم معرض للخط في فاس من 4 إلى 9 أبريل 2027 لحوالي 5000 زائر. الميزانية 300000 درهم. ممنوع التدخين في القاعة. سلمى مسؤولة عن الضيوف ويوسف عن الأمن. لا نعرف بعد هل القاعة مكيفة.",
    mustKeep: [
      ...["من 4 إلى 9 أبريل 2027 لحوالي 5000 زائر", "الميزانية 300000 درهم", "ممنوع التدخين في القاعة"],
      ...["سلمى مسؤولة عن الضيوف ويوسف عن الأمن", "لا نعرف بعد هل القاعة مكيفة"],
    ],
    excluded: [["التدخين", "ممنوع"]],
  },
  "many negations": {
    text: `We are planning the move of our dental practice to Lindenstrasse 12.

What we do not want:
- closing for more than 3 days
- new loans
- cheap laminate

Out of budget:
- a second X-ray room

Anything but a Friday opening. Under no circumstances may patient files leave the building unencrypted. Instead of a removal firm we would rather use our cousin's van. Dr. Weber and her assistant Nora pack the instruments; the landlord, Mr. Frei, hands over the keys on 1 March 2027. Rent: CHF 4'850 a month, budget for the move: CHF 38'500. It is not yet clear whether the lift carries the 430 kg steriliser. Nora said: "we need 2 days, not 1." Opening hours 07:30-18:00, Mon.-Thu. only; see https://example.org/plan?id=7 and call +41 44 123 45 67.
`,
    mustKeep: [
      ...["We are planning the move of our dental practice to Lindenstrasse 12", "“What we do not want:” “new loans”"],
      ...[
        "“Out of budget:” “a second X-ray room”",
        "Anything but a Friday opening",
        "Under no circumstances may patient files",
      ],
      ...[
        "Instead of a removal firm",
        "Dr. Weber and her assistant Nora pack the instruments; the landlord, Mr. Frei, hands over",
      ],
      ...[
        "Rent: CHF 4'850 a month, budget for the move: CHF 38'500",
        "the 430 kg steriliser",
        '"we need 2 days, not 1.',
      ],
      "Opening hours 07:30-18:00, Mon.-Thu. only; see https://example.org/plan?id=7 and call +41 44 123 45 67",
    ],
    excluded: [
      ["new loans", "do not want"],
      ["closing for more than", "do not want"],
      ["cheap laminate", "do not want"],
      ["a second X-ray room", "Out of budget"],
      ["Friday opening", "Anything but"],
      ["leave the building", "Under no circumstances"],
    ],
  },
};

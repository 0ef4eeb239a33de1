import { briefs, germanBrief, variedBriefs } from "./sample-briefs.fixture.ts";

/** Ten briefs of very different kinds and languages, each with the phrases that its plan must contain. */
export const tenBriefs: Record<string, { text: string; mustKeep: string[] }> = {
  popup: {
    text: briefs.popup,
    mustKeep: [
      ...["300 guests", "120 guests", "₪180,000", "₪60,000", "18 m", "6 m wide", "3.2 m high", "two tills", "2.4 m"],
      ...["63 A", "22:30", "08:00", "13 May", "14 May 2026", "12 May 2026", "15 May 2026 at 14:00", "Hangar 12"],
      ...["Dana", "Yoav", "No drilling", "nothing may hang from the roof", "caterer", "wheelchairs", "fire inspector"],
    ],
  },
  monolith: {
    text: "We want to split the Rails monolith of our shop into three services. 40 engineers in 6 teams deploy it twice a day.\nThe checkout must never be down for more than 5 minutes. No big-bang rewrite. The database stays PostgreSQL 16.\nPriya leads the platform team and Jonas owns the checkout. The board gives us until 30 September 2027 and 400,000 EUR. We do not know yet who will run the on-call rota.",
    mustKeep: [
      ...["the Rails monolith", "three services", "40 engineers", "6 teams", "5 minutes", "No big-bang rewrite"],
      ...["PostgreSQL 16", "Priya", "Jonas", "30 September 2027", "400,000 EUR", "on-call rota"],
    ],
  },
  german: {
    text: germanBrief,
    mustKeep: [
      "Leipzig",
      "35 Besucher",
      "12.000 €",
      "3. Mai 2027",
      "Jana leitet das Team",
      "nicht gebohrt werden",
      "vier Tische",
    ],
  },
  hebrew: {
    text: briefs.hebrew,
    mustKeep: ["בית קפה קטן בחיפה", "40 מקומות ישיבה", "250,000 ₪", "1.6.2026", "אסור לקדוח בקירות"],
  },
  chinese: { text: briefs.chinese, mustKeep: ["80平方米", "30万元", "明年三月开业", "不能噪音扰民"] },
  french: {
    text: "Nous voulons rénover la salle des fêtes de Saint-Malo pour 150 personnes. Le budget est de 85 000 €. Les travaux doivent finir avant le 12 juin 2027. Aucun arbre ne doit être coupé. Claire décide, et la mairie n'a pas encore choisi l'architecte.",
    mustKeep: [
      "Saint-Malo",
      "150 personnes",
      "85 000 €",
      "12 juin 2027",
      "Aucun arbre",
      "Claire décide",
      "pas encore choisi",
    ],
  },
  one: { text: "Plant a hedge of 40 m along the north wall", mustKeep: ["hedge", "40 m", "north wall"] },
  wedding: {
    text: variedBriefs.wedding,
    mustKeep: ["90 guests", "Ghent", "12 June 2027", "€28,000", "Lea", "Tom", "midnight", "by train", "no plastic"],
  },
  playground: {
    text: variedBriefs.playground,
    mustKeep: [
      "Oslo",
      "220 children",
      "floods after rain",
      "900,000 NOK",
      "15 August 2027",
      "wheelchairs",
      "Ingrid, the headteacher",
    ],
  },
  data: {
    text: variedBriefs.data,
    mustKeep: [
      "end of Q3 2026",
      "30,000 records",
      "many duplicates",
      "two people",
      "encryption",
      "audit trail",
      "20,000 USD",
      "Omar",
    ],
  },
};

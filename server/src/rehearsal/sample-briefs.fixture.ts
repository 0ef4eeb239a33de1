import { readFileSync } from "node:fs";

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}.md`, import.meta.url), "utf8");

/** Briefs of very different kinds, for tests. */
export const briefs = {
  popup: example("popup"),
  billing: example("billing"),
  garden: example("garden"),
  book: "Write a children's book about a hedgehog who is afraid of winter. 32 pages, illustrated, for readers of five. It should be printed before Christmas and the illustrator wants 4,000 EUR.",
  short: "hi",
  hebrew:
    "אנחנו רוצים לפתוח בית קפה קטן בחיפה, 40 מקומות ישיבה. התקציב הוא 250,000 ₪ ויש לסיים עד 1.6.2026. אסור לקדוח בקירות.",
  chinese: "我们想在上海开一家小书店，面积80平方米，预算30万元，明年三月开业。不能噪音扰民。",
} as const;

/** Ten more briefs for rules that must hold for every brief. Each has figures, a day, a sum, a place and people. */
export const variedBriefs = {
  wedding:
    "Plan our wedding for 90 guests in a barn near Ghent on 12 June 2027. The budget is €28,000. Lea decides about the food and Tom about the music. It must end by midnight, and half of the guests arrive by train. We want no plastic.",
  app: "We need a mobile app for our library with 12,000 readers. They should renew loans, get reminders and pay fines by card. The old website stays. Priya leads the team of three engineers; launch by 1 March 2027 with £95,000. Personal data must stay in the country.",
  move: "Our firm of 45 people moves from Leeds to a new office in York. The lease ends on 30 November 2026. Servers may be down for at most one night. There is £60,000 for the move. Karen coordinates the movers and nobody should lose a working day.",
  podcast:
    "I want to start a podcast about the history of bridges, twelve episodes, one each week from September 2026. I have two microphones and $1,500. Each episode should be under 30 minutes and I want 1,000 listeners by the end.",
  bakery:
    "Open a bakery in Bristol with 20 seats. Rent is £1,800 a month, the oven costs £14,000 and the bank lends £40,000. We open on 5 April 2027. Bread must be ready at 7:00, the neighbours complain about noise, and Ines bakes while Paul runs the shop.",
  run: "Organise a charity run of 10 km through the old town for 800 runners on 18 October 2026. The police must approve the route. 60 volunteers help, water every 2.5 km, first aid at three points. Budget €15,000, and every runner brings a sponsor. Marta is the director.",
  data: "Move our customer data from a spreadsheet to a real database before the end of Q3 2026. 30,000 records, many duplicates, two people who know what the columns mean. Sales must be able to work every day. Security wants encryption and an audit trail. Budget 20,000 USD; Omar owns the project.",
  playground:
    "Rebuild the playground of the primary school in Oslo. 220 children use it, the ground floods after rain and the slide is broken. The municipality pays 900,000 NOK if it is finished by 15 August 2027. It must be accessible for wheelchairs. Ingrid, the headteacher, decides.",
  course:
    "Teach 25 adults to repair bicycles in eight evening lessons at the community centre in Turin. Tools for six stands exist. Participants pay €40 each. Giulia teaches; the course begins on 7 January 2027 and everybody should ride home on a repaired bicycle.",
  tent: "A festival tent for 500 visitors on a meadow near Graz, three days in July 2027, with a stage, a bar and power for 40 kW. The meadow must be left as it was. Wind above 60 km/h means evacuation. Budget €70,000. Hannes builds, Eva books the bands and signs every contract.",
} as const;

export const germanBrief =
  "Wir möchten in Leipzig ein Repair-Café für 35 Besucher eröffnen. Das Budget beträgt 12.000 €, und es muss bis 3. Mai 2027 fertig sein. Jana leitet das Team. Es darf nicht gebohrt werden, und der Strom reicht nur für vier Tische.";

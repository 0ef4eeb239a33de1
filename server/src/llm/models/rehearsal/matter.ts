import { daysBefore, formatDay } from "./brief/dates.ts";
import { fragmentAround } from "./brief/fragments.ts";
import { isInsider } from "./brief/people.ts";
import { formatNumber, shareOf } from "./brief/quantities.ts";
import type { Brief } from "./brief/read-brief.ts";
import type { Saying } from "./brief/saying.ts";
import { readSentences } from "./brief/sentences.ts";
import { titleCase } from "./brief/subject.ts";
import type { Topic } from "./brief/topics.ts";
import type { Lore } from "./lore/lore.ts";
import { withoutAvoided } from "./lore/without-avoided.ts";
import { fill, hash, type Slots } from "./phrasing.ts";
import { type Temperament, type TemperamentName, temperamentNamed } from "./temperament.ts";

/** A topic of the brief as one temperament speaks of it: its lore with every slot filled. */
export type Matter = Lore & {
  title: string;
  /** Verbatim words of the brief about it. */
  quote: string;
  /** The same, short enough for a table or a claim. */
  brief: string;
  /** Whether the brief itself brings it up; otherwise every plan has it. */
  raised: boolean;
  /** The brief's figure for it, verbatim. */
  figure: string | undefined;
  /** That figure when it counts the thing itself, so that a test can be made “for 300 guests”. */
  counted: string | undefined;
  /** What this temperament does about it. */
  way: string;
  /** What was said about it since the brief, the newest first. */
  said: { source: string; quote: string }[];
};

/** The matters of a brief in the order in which this temperament cares for them. */
export function mattersOf(brief: Brief, temperament: Temperament): Matter[] {
  const care = (topic: Topic): number =>
    topic.weight +
    3 * topic.lore.pull[temperament.name] +
    (catchesTheEye(topic, brief, temperament.name) ? 3 : 0) +
    mood(topic, temperament);
  const cared = brief.topics.toSorted((a, b) => care(b) - care(a));
  const allowed = cared.filter(({ lore }) => !brief.avoided?.test(lore.name));
  return (allowed.length > 2 ? allowed : cared).map((topic) => toMatter(topic, brief, temperament));
}

/** What each looks for first: something to count, a condition that can be broken, somebody by name or else what they call their own. */
function catchesTheEye({ lore, figure, quote }: Topic, brief: Brief, name: TemperamentName): boolean {
  if (name === "atlas") return figure !== undefined;
  if (name === "briar") return brief.limits.some((limit) => lore.words.test(limit));
  return brief.people.length > 0 ? brief.people.some((person) => quote.includes(person)) : lore.kind === "matter";
}

/** Drawn by lot, so that three who care alike do not begin alike; with another seed it is another draw. */
const mood = ({ lore }: Topic, { name, seed }: Temperament): number => hash(`${seed}/${name}/${lore.key}`) % 5;

function saidAbout(lore: Lore, { sayings, subject }: Brief): Matter["said"] {
  // A question names the whole as a matter of course; that does not tell what it is about.
  const wordsOf = ({ question, text }: Saying): string => `${question.replaceAll(subject.short, "")} ${text}`;
  return sayings
    .filter((one) => !one.open && lore.words.test(wordsOf(one)))
    .toReversed()
    .flatMap(({ source, text }) => {
      const sentences = readSentences(text).map((one) => one.text);
      const about = sentences.find((one) => lore.words.test(one)) ?? sentences[0] ?? "";
      const quote = fragmentAround(about, lore.words);
      return quote === "" ? [] : [{ source, quote }];
    });
}

function slotsFor(figure: Topic["figure"], brief: Brief, temperament: Temperament): Slots {
  return {
    short: brief.subject.short,
    n: figure?.text,
    more: figure && `${formatNumber(Math.round(figure.value * temperament.headroom))} ${figure.unit}`,
    owner: ownerOf(brief),
    money: brief.total?.text,
    reserve: brief.total && shareOf(brief.total, temperament.reserve),
    date: brief.anchor && formatDay(brief.anchor.at),
    place: brief.places[0],
  };
}

function toMatter(topic: Topic, brief: Brief, temperament: Temperament): Matter {
  const { quote, short, figure, weight } = topic;
  const lore = withoutAvoided(topic.lore, brief.avoided, {
    temperament: temperament.name,
    seed: temperament.seed,
  });
  const filled = fillLore(lore, slotsFor(figure, brief, temperament));
  // Each way is filled with the numbers of the temperament whose way it is.
  const way = (name: TemperamentName): string =>
    fill(lore.ways[name], slotsFor(figure, brief, temperamentNamed(name, temperament.seed)));
  const ways = { atlas: way("atlas"), briar: way("briar"), cedar: way("cedar") };
  return {
    ...filled,
    ways,
    title: titleCase(filled.name),
    quote,
    brief: short,
    raised: weight > 0,
    figure: figure?.text,
    counted: figure && lore.words.test(figure.text) ? figure.text : undefined,
    way: ways[temperament.name],
    said: saidAbout(lore, brief),
  };
}

function fillLore(lore: Lore, slots: Slots): Lore {
  const say = (text: string): string => fill(text, slots);
  const [first, second, third] = lore.steps;
  return {
    ...lore,
    name: say(lore.name),
    who: say(lore.who),
    aim: say(lore.aim),
    risk: say(lore.risk),
    sign: say(lore.sign),
    response: say(lore.response),
    need: { what: say(lore.need.what), from: say(lore.need.from), late: say(lore.need.late) },
    measure: say(lore.measure),
    check: say(lore.check),
    steps: [say(first), say(second), say(third)],
    ask: {
      ...lore.ask,
      question: say(lore.ask.question),
      decides: say(lore.ask.decides),
      otherwise: say(lore.ask.otherwise),
    },
    limit: say(lore.limit),
  };
}

export function ownerOf(brief: Brief): string {
  const role = brief.roles.find(isInsider);
  return brief.people[0] ?? (role ? `the ${role}` : "the person who decides");
}

/** By when something of a phase is needed: a day counted back from the brief's own, or a week of the plan. */
export function dueIn(phase: number, brief: Brief, marginDays = 0): string {
  const weeksBefore = [10, 8, 5, 2, 1, 0][phase] ?? 0;
  if (brief.anchor) return formatDay(daysBefore(brief.anchor.at, weeksBefore * 7 + marginDays));
  const early = marginDays > 0 ? `${marginDays} days before ` : "";
  return `${early}week ${[0, 1, 3, 6, 9, 11][phase] ?? 12} of the ${brief.subject.short}`;
}

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const month = months.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join("|");

/** A day the brief names. `at` is known when day and month are, and a year stands there or elsewhere in the brief. */
export type Day = { text: string; at: Date | undefined; due: boolean; sentence: number };

const patterns = [
  new RegExp(String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<m>${month})\b(?:,? (?<y>\d{4}))?`, "giu"),
  new RegExp(String.raw`\b(?<m>${month}) (?<d>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<y>\d{4}))?`, "giu"),
  /\b(?<y>\d{4})-(?<n>\d{2})-(?<d>\d{2})\b/gu,
  /\b(?<d>\d{1,2})[./](?<n>\d{1,2})[./](?<y>\d{4})\b/gu,
];
const vague = new RegExp(
  String.raw`\b(?:by|before|in|until|from|end of|start of|early|late|mid|next|this) (?:the )?(?:end of |start of |early |late )?(?:${months.join("|")}|spring|summer|autumn|winter|christmas|easter|quarter|q[1-4])\b(?: \d{4})?`,
  "giu",
);
/** Signs of a date in scripts whose words are not read here. */
const foreign = /\d{1,4}\s?[年月日]|[一二三四五六七八九十]+月|\b\d{1,2}\. ?\p{Lu}\p{Ll}{2,8} \d{4}\b/gu;
const due = /\b(?:bis|vor|by|before|until|deadline|due|no later|must be|launch\w*|open\w*|go live)\b/i;

export function readDays(sentences: readonly string[]): Day[] {
  const year = sentences.join(" ").match(/\b20\d{2}\b/)?.[0];
  return sentences.flatMap((text, sentence) => {
    const days: (Day & { index: number })[] = [];
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        if (days.some((day) => match.index < day.index + day.text.length && day.index < match.index + match[0].length))
          continue;
        days.push({
          text: match[0],
          at: toDate({ ...match.groups, y: match.groups?.y ?? year }),
          due: due.test(text),
          sentence,
          index: match.index,
        });
      }
    }
    if (days.length === 0) {
      for (const match of [...text.matchAll(vague), ...text.matchAll(foreign)]) {
        days.push({ text: match[0], at: undefined, due: due.test(text), sentence, index: match.index });
      }
    }
    return days.toSorted((a, b) => a.index - b.index).map(({ index: _, ...day }) => day);
  });
}

function toDate(groups: Record<string, string | undefined>): Date | undefined {
  const name = groups.m?.toLowerCase().slice(0, 3);
  const number = groups.n ? Number(groups.n) - 1 : months.findIndex((known) => known.startsWith(name ?? "?"));
  if (!groups.y || number < 0 || number > 11) return undefined;
  const at = new Date(Date.UTC(Number(groups.y), number, Number(groups.d)));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The day the plan is counted back from: the first full date that is due, else the first full date. */
export function anchorDay(days: readonly Day[]): (Day & { at: Date }) | undefined {
  const full = days.filter((day): day is Day & { at: Date } => day.at !== undefined);
  return full.find((day) => day.due) ?? full[0];
}

/** Whether the brief says when: a season in passing does not. */
export const saysWhen = (days: readonly Day[]): boolean =>
  days.some((day) => day.at !== undefined || day.due || /[^\p{Script=Latin}\s\d]/u.test(day.text));

export function formatDay(at: Date): string {
  return `${at.getUTCDate()} ${capitalMonth(at.getUTCMonth())} ${at.getUTCFullYear()}`;
}

const capitalMonth = (index: number): string => {
  const name = months[index] ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
};

export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * 86_400_000);
}

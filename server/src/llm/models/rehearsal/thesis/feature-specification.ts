import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, paragraph } from "../fit-words.ts";
import { dueIn } from "../matter.ts";
import { capital, quoted, withoutArticle } from "../phrasing.ts";
import { groundOf, type Stand, sourceOf, takeStands } from "../stand.ts";
import { voice } from "../voice.ts";

/** Features with objective, story, acceptance and what they depend on: as many as the budget holds, never half of one. */
export const featureSpecification: ArtifactWriter = (desk, { budget }) => {
  const stands = takeStands(desk);
  const counts = stands.map((_, index) => stands.length - index);
  return firstThatFits(
    budget,
    counts.map((count) => () => withFeatures(desk, stands.slice(0, count))),
  );
};

function withFeatures(desk: Desk, stands: readonly Stand[]): Block[] {
  return [
    paragraph(introduction(desk, stands)),
    ...stands.map((stand, index) => paragraph(feature(desk, stand, index, stands))),
    paragraph(leftOut(desk, stands), 1),
  ];
}

function introduction(desk: Desk, stands: readonly Stand[]): string {
  const { short } = desk.brief.subject;
  const names = stands.map((stand) => stand.matter.name);
  return voice(desk, {
    atlas: `The ${short} has ${stands.length} parts. They are listed by how much the others rest on them, beginning with ${names[0]}.`,
    briar: `These ${stands.length} parts of the ${short} are listed by what they can cost us; whatever comes after ${names[2] ?? names[0]} may be dropped without breaking a promise.`,
    cedar: `What people will meet in the ${short}, part by part, beginning where most hands are needed: ${names[0]}.`,
  });
}

function feature(desk: Desk, stand: Stand, index: number, stands: readonly Stand[]): string {
  const { matter, way } = stand;
  const source = sourceOf(stand);
  const earlier = stands.findLastIndex((other) => other.matter.phase < matter.phase);
  const mended = stand.objection ? ` Mended after [${stand.objection.doc}]: ${stand.objection.mend}.` : "";
  return [
    `## F${index + 1} ${matter.title}`,
    "",
    `- Objective: ${way}, ${groundOf(matter, matter.quote)}${source ? ` (${source})` : ""}.${mended}`,
    `- Story: ${story(desk, stand)}`,
    `- Acceptance: ${acceptance(desk, stand)}`,
    `- Depends on: ${needs(desk, stand)}${earlier < 0 ? "" : `; F${earlier + 1} ${withoutArticle(stands[earlier]?.matter.name ?? "")}`}.`,
  ].join("\n");
}

function needs(desk: Desk, { matter }: Stand): string {
  const { what, from, late } = matter.need;
  return voice(desk, {
    atlas: `${what} (${from}), by ${dueIn(matter.phase, desk.brief)}`,
    briar: `${what} (${from}); when it is late, ${late}`,
    cedar: `${from}, who has to be asked for ${what}`,
  });
}

function story(desk: Desk, { matter }: Stand): string {
  const { short } = desk.brief.subject;
  return voice(desk, {
    atlas: `As ${matter.who}, I want to count on the ${short}, so that ${matter.aim}.`,
    briar: `As ${matter.who}, I want to be shown and not told, before the ${short} goes on, so that ${matter.aim}.`,
    cedar: `As ${matter.who}, I want nothing about the ${short} to need explaining, so that ${matter.aim}.`,
  });
}

function acceptance(desk: Desk, { matter }: Stand): string {
  const size = matter.counted ? ` for ${quoted(matter.counted)}` : "";
  const said = quoted(matter.brief);
  return voice(desk, {
    atlas: `${matter.check}${size}, at full size, as ${said} demands.`,
    briar: `${matter.check}${size}; a second time unannounced, because ${said} will not wait for us.`,
    cedar: `${matter.check}${size}, with ${matter.who} in the room when ${said} is discussed.`,
  });
}

function leftOut(desk: Desk, stands: readonly Stand[]): string {
  const taken = new Set(stands.map((stand) => stand.matter.key));
  const left = desk.matters.filter((matter) => !taken.has(matter.key)).map((matter) => matter.name);
  if (left.length === 0)
    return `Nothing the brief raises is left out; ${quoted(desk.brief.quotes.at(-1) ?? "")} is covered as well.`;
  return capital(
    voice(desk, {
      atlas: `left for a second round of the ${desk.brief.subject.short}: ${left.join(", ")}.`,
      briar: `deliberately not planned for the ${desk.brief.subject.short} yet, because nothing above depends on it: ${left.join(", ")}.`,
      cedar: `not yet a part of its own, but somebody in the ${desk.brief.subject.short} should keep an eye on it: ${left.join(", ")}.`,
    }),
  );
}

import type { Desk } from "./desk.ts";
import type { Matter } from "./matter.ts";

/** Which matter of the brief a sentence is about: the one it is labelled with, else the one whose words it uses most. */
export function matterOf(sentence: string, { matters, brief }: Pick<Desk, "matters" | "brief">): Matter | undefined {
  // The name of the whole stands in most sentences and says nothing about their matter.
  const text = sentence.replaceAll(brief.subject.short, "");
  const labelled = matters.find((matter) => text === matter.title || text.startsWith(`${matter.title}:`));
  if (labelled) return labelled;
  const bare = text.replaceAll(/“[^”]*”/gu, "");
  return mostAbout(bare, matters) ?? mostAbout(text, matters);
}

function mostAbout(text: string, matters: readonly Matter[]): Matter | undefined {
  let best: Matter | undefined;
  let most = 0;
  for (const matter of matters) {
    const words = new RegExp(matter.words.source, `${matter.words.flags}g`);
    const count = text.match(words)?.length ?? 0;
    if (count <= most) continue;
    best = matter;
    most = count;
  }
  return best;
}

import type { Matter } from "./matter.ts";

/** Which matter of the brief a sentence is about: the one it is labelled with, else the one whose words it uses most. */
export function matterOf(text: string, matters: readonly Matter[]): Matter | undefined {
  const labelled = matters.find((matter) => text.startsWith(`${matter.title}:`) || text.startsWith(`${matter.title} `));
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

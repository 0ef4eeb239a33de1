export type PromptArtifact = { title: string; words: number; about: string };

/**
 * The requested artifacts, one line each. Models read these lines, and so do programs that check or rehearse the
 * answer.
 */
export function artifactLines(artifacts: readonly PromptArtifact[]): string {
  const lines = artifacts.map(({ title, words, about }) => {
    const line = `- # ${title} (at most ${words} words)`;
    return about === "" ? line : `${line}: ${about.replace(/\s+/g, " ").trim()}`;
  });
  return [opening, ...lines].join("\n");
}

const opening =
  "Write exactly these artifacts, in this order, each under its own level-1 heading, and nothing after the last:";

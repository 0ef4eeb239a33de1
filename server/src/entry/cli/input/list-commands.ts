import type { Noun } from "@dialectic/contract";

/** The command that lists what may be named. */
export const listCommands: Record<Noun, string> = {
  project: "project list",
  session: "session list",
  document: "doc list <session>",
  job: "jobs list",
};

/** How each is named. */
export const howNamed: Record<Noun, string> = {
  project: "its folder name, its id, or the first or last characters of that",
  session: "its id, the first or last characters of that, or its project's folder name (then the newest)",
  document: "its id, or the first or last characters of that",
  job: "its id, or the first or last characters of that",
};

export const isNoun = (word: string): word is Noun => Object.hasOwn(listCommands, word);

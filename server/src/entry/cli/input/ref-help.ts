import type { Noun } from "@dialectic/contract";

/** For each noun, the command that lists its things. */
export const listCommands: Record<Noun, string> = {
  project: "project list",
  session: "session list",
  document: "doc list <session>",
  job: "jobs list",
};

/** The ways a user can name a thing, for the help texts of arguments. */
export const refHelp: Record<Noun, string> = {
  project: "folder name or id; the first or last characters of the id are enough",
  session: "id (its first or last characters are enough), or a project's folder name for its newest session",
  document: "id; its first or last characters are enough",
  job: "id; its first or last characters are enough",
};

export const isNoun = (word: string): word is Noun => Object.hasOwn(listCommands, word);

import { ApiError } from "@dialectic/contract";

/** What went wrong, and what it means for the reader, in the API's own words where it has them. */
export function explain(error: unknown): { title: string; text: string } {
  if (error instanceof ApiError) return { title: error.problem.title, text: error.problem.detail };
  // fetch throws a TypeError for every failure of the line, and only for those.
  if (error instanceof TypeError) {
    return {
      title: "The server does not answer",
      text: "Nothing was sent. Check that it still runs; what you typed is kept here.",
    };
  }
  return {
    title: "The answer could not be read",
    text: "The page and the server may be of different versions. Load the page again.",
  };
}

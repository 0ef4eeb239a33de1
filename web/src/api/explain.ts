import { ApiError, type Remedy } from "@dialectic/contract";

/** What went wrong, in the API's own words where it has them, and what can be done about it. */
export function explain(error: unknown): { title: string; text: string; remedies: readonly Remedy[] } {
  if (error instanceof ApiError) {
    const { title, detail, remedies = [] } = error.problem;
    return { title, text: detail, remedies };
  }
  // fetch throws a TypeError for every failure of the line, and only for those.
  if (error instanceof TypeError) {
    return {
      title: "The server does not answer",
      text: "Whether the request arrived is not known. Check that the server still runs, then try again.",
      remedies: [],
    };
  }
  return {
    title: "The answer could not be read",
    text: "The page and the server may be of different versions. Load the page again.",
    remedies: [],
  };
}

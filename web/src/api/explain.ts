import { ApiError, type Remedy } from "@dialectic/contract";

/** Explains an error and its remedies. If the API answered, uses the API's words. */
export function explain(error: unknown): { title: string; text: string; remedies: readonly Remedy[] } {
  if (error instanceof ApiError) {
    const { title, detail, remedies = [] } = error.problem;
    return { title, text: detail, remedies };
  }
  // fetch throws a TypeError only for network failures.
  if (error instanceof TypeError) {
    return {
      title: "The server does not respond",
      text: "The request may not have arrived. Check that the server is running, then try again.",
      remedies: [],
    };
  }
  return {
    title: "The response could not be read",
    text: "The page and the server may be different versions. Reload the page.",
    remedies: [],
  };
}

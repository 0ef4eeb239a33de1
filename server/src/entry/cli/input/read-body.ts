import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { ApiError, type Problem } from "@dialectic/contract";
import { AppError } from "#platform";

/** The body of a response that is not JSON. If the API answered with a problem, throws it as an error. */
export async function readBody(response: Response): Promise<Readable> {
  if (!response.ok) throw new ApiError((await response.json()) as Problem);
  if (!response.body) throw new AppError("internal", "The response has no body.");
  return Readable.fromWeb(response.body as ReadableStream); // the same class: Node and the DOM each declare a type for it
}

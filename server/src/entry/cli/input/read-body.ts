import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { ApiError, type Problem } from "@dialectic/contract";
import { AppError } from "#platform";

/** The body of an answer that is no JSON, or the problem that came in its place. */
export async function readBody(response: Response): Promise<Readable> {
  if (!response.ok) throw new ApiError((await response.json()) as Problem);
  if (!response.body) throw new AppError("internal", "The answer came without a body.");
  return Readable.fromWeb(response.body as ReadableStream); // two names of one class
}

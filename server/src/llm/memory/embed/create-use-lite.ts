import { Worker } from "node:worker_threads";
import { AppError, assertNoTransaction } from "#platform";
import type { LocalEmbedder } from "./embedder.ts";
import type { ThreadAnswer, ThreadQuestion } from "./use-lite-protocol.ts";

type Waiting = { resolve: (vectors: number[][]) => void; reject: (error: unknown) => void };

/**
 * Only this many characters at the beginning of a text are embedded: they show the topic, and more would take longer.
 */
const longestText = 1_000;

/**
 * The default embedding model, which runs in this process: the lite version of the Universal Sentence Encoder, from an npm
 * package. It is made for English, returns vectors of 512 numbers, and needs neither a service nor a key. The latest
 * vectors are cached. The model's thread starts with the first text and does not keep the process alive.
 */
export function createUseLite({ remembered = 500 } = {}): LocalEmbedder {
  const waiting = new Map<number, Waiting>();
  const cache = new Map<string, number[]>();
  /**
   * Texts that are being embedded now. A second request for the same text waits for the first. This happens when several
   * context sources of one prompt search for the same question.
   */
  const coming = new Map<string, Promise<number[]>>();
  let thread: Worker | undefined;
  let nextId = 1;

  function start(): Worker {
    const started = new Worker(new URL("./use-lite-thread.ts", import.meta.url), { execArgv: [] });
    const fail = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) {
        reject(new AppError("internal", `The built-in embedding model stopped: ${error.message}.`, { cause: error }));
      }
      waiting.clear();
    };
    started.on("error", fail);
    started.on("exit", () => fail(new Error("its thread ended")));
    started.on("message", (answer: ThreadAnswer) => {
      const waiter = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
      if ("vectors" in answer) waiter?.resolve(answer.vectors);
      else waiter?.reject(new AppError("internal", `The built-in embedding model refused a text: ${answer.error}.`));
    });
    return started;
  }

  function ask(texts: readonly string[]): Promise<number[][]> {
    thread ??= start();
    thread.ref();
    const id = nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<number[][]>();
    waiting.set(id, { resolve, reject });
    thread.postMessage({ id, texts } satisfies ThreadQuestion);
    return promise;
  }

  return {
    model: "embedded/use-lite",
    async embed(texts) {
      assertNoTransaction("Embedding");
      const asked = texts.map(readable);
      const missing = [...new Set(asked.filter((text) => !cache.has(text) && !coming.has(text)))];
      const answer = missing.length > 0 ? ask(missing) : Promise.resolve([]);
      for (const [index, text] of missing.entries()) coming.set(text, vectorAt(answer, index));
      const vectors = await Promise.all(asked.map((text) => cache.get(text) ?? coming.get(text) ?? [])).finally(() => {
        for (const text of missing) coming.delete(text);
      });
      for (const [index, text] of asked.entries()) if (missing.includes(text)) cache.set(text, vectors[index] ?? []);
      for (const oldest of cache.keys()) {
        if (cache.size <= remembered) break;
        cache.delete(oldest);
      }
      return vectors;
    },
    async close() {
      const ending = thread;
      thread = undefined;
      await ending?.terminate();
    },
  };
}

async function vectorAt(answer: Promise<number[][]>, index: number): Promise<number[]> {
  const vector = (await answer)[index];
  if (!vector)
    throw new AppError("internal", "The built-in embedding model returned fewer vectors than it was given texts.");
  return vector;
}

/** The model cannot embed an empty text. */
const readable = (text: string): string => text.slice(0, longestText).toWellFormed().trim() || ".";

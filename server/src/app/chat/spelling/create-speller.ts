import { Worker } from "node:worker_threads";

export type SpellingHint = { word: string; suggestions: string[] };
/** With more unknown words than `mostUnknown` the text is not English. */
export type SpellingQuestion = { id: number; words: readonly string[]; mostUnknown: number };
export type SpellingAnswer = { id: number; hints: SpellingHint[] };

type Waiting = { resolve(hints: SpellingHint[]): void; reject(error: Error): void };

export type Speller = {
  /** Starts to load the dictionary, which takes half a second. */
  prepare(): void;
  /** The words that the dictionary does not know, with what they may have meant; none for a text that is not English. */
  check(asked: Omit<SpellingQuestion, "id">): Promise<SpellingHint[]>;
};

/** Checks words in a thread, which does not keep the process alive and starts with the first of them at the latest. */
export function createSpeller(): Speller {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL("./spelling-thread.ts", import.meta.url), { execArgv: [] });
    const fail = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The spelling thread ended.")));
    started.on("message", ({ id, hints }: SpellingAnswer) => {
      waiting.get(id)?.resolve(hints);
      waiting.delete(id);
    });
    started.unref(); // after the listeners: one for messages keeps the process alive again
    return started;
  }

  return {
    prepare() {
      thread ??= start();
    },
    check(asked) {
      thread ??= start();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<SpellingHint[]>();
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, ...asked } satisfies SpellingQuestion);
      return promise;
    },
  };
}

import { Worker } from "node:worker_threads";

export type SpellingHint = { word: string; suggestions: string[] };
/** If more than `mostUnknown` words are unknown, the text is taken not to be English. */
export type SpellingQuestion = { id: number; words: readonly string[]; mostUnknown: number };
export type SpellingAnswer = { id: number; hints: SpellingHint[] };

type Waiting = { resolve(hints: SpellingHint[]): void; reject(error: Error): void };

export type Speller = {
  /** Starts to load the dictionary, which takes half a second. */
  prepare(): void;
  /** The words that the dictionary does not contain, each with suggestions; empty if the text is not English. */
  check(asked: Omit<SpellingQuestion, "id">): Promise<SpellingHint[]>;
};

/** Checks words in a thread that does not keep the process alive. `prepare` or the first check starts the thread. */
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
    started.unref(); // after the listeners: adding a message listener refs the thread again
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

/** `n` is the job's number. The payload has nothing else. */
export type Handler = (job: { n: number }) => Promise<void>;

/**
 * `work`: the settings for throughput and latency. `takeover`: the documented settings that give a silent worker's job
 * to another worker soonest.
 */
export type Purpose = "work" | "takeover";

/** Enqueues as an application would; every call resolves once its transaction is committed. */
export type Producer = {
  /** Enqueues many jobs in one call; not measured. */
  fill(count: number): Promise<void>;
  enqueue(n: number): Promise<void>;
  close(): Promise<void>;
};

export type WorkerSetup = { url: string; concurrency: number; purpose: Purpose };

/** A worker that has opened its connections and waits for the start signal. */
export type ReadyWorker = { start(): Promise<void> };

/** The guarantees under which the figures were measured. A peer that guarantees less may be faster. */
export type Guarantees = { fencing: string; events: string; dependencies: string };

/**
 * How long it takes until a dead worker's job is given to another worker. `limitMs` is the setting that determines this
 * time. `beatMs` is the interval at which a living worker renews its lease; the kills are spread over one interval.
 * `documentedMs` replaces a measurement that would take too long.
 */
export type Takeover = { limitMs: number; beatMs: number } | { documentedMs: number };

export type Contender = {
  name: string;
  version: string;
  /** Explains the contender's figures. It is the rest of a sentence that begins with "it" or "ours". */
  means: string;
  takeover: Takeover;
  guarantees: Guarantees;
  install(url: string, purpose: Purpose): Promise<void>;
  openProducer(url: string): Promise<Producer>;
  openWorker(setup: WorkerSetup, handler: Handler): Promise<ReadyWorker>;
  /** A query that returns true once the completion of every job is committed. */
  drained: string;
};

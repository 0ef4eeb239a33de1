/** The payload of a job: its number. */
export type Handler = (job: { n: number }) => Promise<void>;

/**
 * `work`: settings for throughput and latency. `takeover`: the shortest documented time after which a silent worker's job is given
 * to another.
 */
export type Purpose = "work" | "takeover";

/** Enqueues as an application would; every call resolves when its transaction is committed. */
export type Producer = {
  /** Many at once. Not measured. */
  fill(count: number): Promise<void>;
  enqueue(n: number): Promise<void>;
  close(): Promise<void>;
};

export type WorkerSetup = { url: string; concurrency: number; purpose: Purpose };

/** A worker with its connections open that waits for the start signal. */
export type ReadyWorker = { start(): Promise<void> };

/** The guarantees that the figures include. A peer that guarantees less may be faster. */
export type Guarantees = { fencing: string; events: string; dependencies: string };

/**
 * The time after which the job of a dead worker is given to another. `limitMs` is the setting that decides it; `beatMs` is how often a
 * living worker renews its lease: the kills are spread over one such beat. Too long to wait for: `documentedMs`.
 */
export type Takeover = { limitMs: number; beatMs: number } | { documentedMs: number };

export type Contender = {
  name: string;
  version: string;
  /** Explains its figures in half a sentence. */
  means: string;
  takeover: Takeover;
  guarantees: Guarantees;
  install(url: string, purpose: Purpose): Promise<void>;
  openProducer(url: string): Promise<Producer>;
  openWorker(setup: WorkerSetup, handler: Handler): Promise<ReadyWorker>;
  /** Says if every job completed and its completion was committed. */
  drained: string;
};

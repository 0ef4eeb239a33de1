/** The result of a benchmark: the figures as data, and the same figures as text for people to read. */
export type BenchmarkOutcome = {
  figures: Record<string, unknown>;
  text: string;
  /** True if the standard settings were used. Only then are the figures stored in bench/results. */
  standard: boolean;
};

export type Benchmark = {
  name: string;
  /** States in one line what is compared with what. */
  about: string;
  run(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome>;
};

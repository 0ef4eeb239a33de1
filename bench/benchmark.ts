/** The result of a benchmark: figures for programs, and the same figures as text for people. */
export type BenchmarkOutcome = {
  figures: Record<string, unknown>;
  text: string;
  /** True if the standard settings were used. Only then are the figures stored and compared with earlier ones. */
  standard: boolean;
};

export type Benchmark = {
  name: string;
  /** States in one line what is compared with what. */
  about: string;
  run(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome>;
};

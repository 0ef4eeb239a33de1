/** The result of a benchmark: figures for programs, and the same as text for people. */
export type BenchmarkOutcome = {
  figures: Record<string, unknown>;
  text: string;
  /** Measured with the standard settings: only such figures are stored and compared with earlier ones. */
  standard: boolean;
};

export type Benchmark = {
  name: string;
  /** One line: what is compared with what. */
  about: string;
  run(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome>;
};

/** What a benchmark hands back: figures for machines, and the same as text for people. */
export type BenchmarkOutcome = {
  figures: Record<string, unknown>;
  text: string;
  /** Measured with the standard settings: only such figures may be kept and compared with earlier ones. */
  standard: boolean;
};

export type Benchmark = {
  name: string;
  /** One line: what is compared with what. */
  about: string;
  run(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome>;
};

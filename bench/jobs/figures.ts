/** The measurements of each contender. */
export type Figures = {
  throughput: { contender: string; processes: number; perSecond: number; rounds: number[] }[];
  latency: { contender: string; p50Ms: number; p95Ms: number; samples: number }[];
  takeover: TakeoverFigure[];
};

export type TakeoverFigure =
  | {
      contender: string;
      measured: true;
      medianMs: number;
      slowestMs: number;
      kills: number[];
      limitMs: number;
      ofLimit: number;
    }
  | { contender: string; measured: false; documentedMs: number };

/** One line of the comparison: ours against one peer in one metric. */
export type Line = {
  measure: string;
  peer: string;
  ours: number;
  theirs: number;
  unit: "jobs/s" | "ms";
  /** Ours ÷ theirs, median by median. */
  ratio: number;
  /** The same round by round: the lowest and the highest. */
  range: [number, number] | null;
  better: "higher" | "lower";
  /** Unclear: the rounds disagree about who is ahead. */
  standing: "ahead" | "level" | "behind" | "unclear";
  /** Their figure is from their documentation, not measured. */
  documented: boolean;
  sentence: string;
};

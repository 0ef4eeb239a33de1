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

/** One line of the comparison: our engine against one peer in one metric. */
export type Line = {
  measure: string;
  peer: string;
  ours: number;
  theirs: number;
  unit: "jobs/s" | "ms";
  /** Our median divided by theirs. */
  ratio: number;
  /** The lowest and the highest ratio of a single round; null for metrics without rounds. */
  range: [number, number] | null;
  better: "higher" | "lower";
  /** `unclear`: the rounds disagree about who is ahead. */
  standing: "ahead" | "level" | "behind" | "unclear";
  /** True if the peer's figure comes from its documentation and was not measured. */
  documented: boolean;
  sentence: string;
};

const verdicts = ["kept", "merged", "rejected", "open"] as const;

export type Verdict = (typeof verdicts)[number];

/** A claim that the syntheses judge differently. */
export type ContestedClaim = {
  id: string;
  text: string;
  /** The verdict of each synthesis: “[D7] kept, [D8] rejected”. */
  judged: string;
  /** kept, merged, rejected or open; undefined while the person has not chosen. */
  choice: Verdict | undefined;
  because: string;
};

/**
 * Reads lines such as `- [C4] text — [D7] kept, [D8] rejected — chosen: kept, because …`. Without a choice, a line ends in
 * `— chosen: not yet`.
 */
export function readContested(text: string): ContestedClaim[] {
  const lines = text.matchAll(
    /^\s*[-*] +\[(C\d+)\] +(.+) — ((?:\[D\d+\] \w+(?:, )?)*) — chosen: (kept|merged|rejected|open|not yet)(?:, because (.+))?$/gm,
  );
  return [...lines].map(([, id = "", claim = "", judged = "", choice, because = ""]) => ({
    id,
    text: claim.trim(),
    judged,
    choice: verdicts.find((verdict) => verdict === choice),
    because,
  }));
}

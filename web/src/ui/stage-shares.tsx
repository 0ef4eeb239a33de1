/** One short bar per stage of a process, filled in proportion to the work that is done. */
export function StageShares({ shares, label }: { shares: number[]; label: string }) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-[3px]">
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stage is identified only by its place.
        <i key={index} className="h-1.5 w-5 overflow-hidden rounded-[2px] bg-line-2">
          <i className="block h-full bg-ink" style={{ width: `${Math.round(share * 100)}%` }} />
        </i>
      ))}
    </span>
  );
}

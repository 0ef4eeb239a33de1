import type { Range } from "./range.ts";

/**
 * Draws the quote's range as a band, the expected price as a tick, the budget as a line, money spent as a solid bar, and
 * money held as a dashed one.
 */
export function RangeBar({ range, label }: { range: Range; label: string }) {
  const { spent, held, low, expected, high, cap } = range;
  return (
    <svg role="img" aria-label={label} width="100%" height="34" className="mt-1.5 block overflow-visible text-xs">
      <rect x="0" y="6" width="100%" height="8" rx="4" fill="var(--hover)" />
      <rect x={`${low}%`} y="6" width={`${high - low}%`} height="8" fill="var(--line-2)" />
      {held > 0 && (
        <rect
          x={`${spent}%`}
          y="6.5"
          width={`${held}%`}
          height="7"
          fill="none"
          stroke="var(--ink)"
          strokeDasharray="3 2"
        />
      )}
      <rect x="0" y="6" width={`${spent}%`} height="8" rx="4" fill="var(--ink)" />
      <line x1={`${expected}%`} x2={`${expected}%`} y1="2" y2="18" stroke="var(--ink)" strokeWidth="2" />
      <text x="0" y="31" fill="var(--ink-3)">
        spent
      </text>
      <text x={`${Math.min(Math.max(expected, 26), 78)}%`} y="31" textAnchor="middle" fill="var(--ink-3)">
        expected
      </text>
      {cap !== null && (
        <>
          <line x1={`${cap}%`} x2={`${cap}%`} y1="2" y2="18" stroke="var(--mark-line)" strokeWidth="2" />
          {cap > 85 && (
            <text x="100%" y="31" textAnchor="end" fill="var(--ink-3)">
              budget
            </text>
          )}
        </>
      )}
    </svg>
  );
}

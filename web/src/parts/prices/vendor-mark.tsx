/**
 * The mark of a vendor in the chart and in the table. Marks have different shapes, so that they can be told apart without
 * colours.
 */
export function VendorMark({ place }: { place: number }) {
  switch (place % 5) {
    case 0:
      return <rect x={-4} y={-4} width={8} height={8} className="fill-panel stroke-ink" strokeWidth={1.75} />;
    case 1:
      return <circle r={4.5} className="fill-ink" />;
    case 2:
      return <path d="M0 -5.5l5 9h-10z" className="fill-ink-3" />;
    case 3:
      return <circle r={4} className="fill-panel stroke-ink" strokeWidth={1.75} />;
    default:
      return <path d="M-4 -4l8 8M4 -4l-8 8" className="stroke-ink" strokeWidth={1.75} />;
  }
}

export const VendorKey = ({ place }: { place: number }) => (
  <svg width={14} height={14} viewBox="-7 -7 14 14" aria-hidden="true" className="me-1.5 inline-block align-[-2px]">
    <VendorMark place={place} />
  </svg>
);

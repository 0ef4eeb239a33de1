/** Our line icons: 16 px grid, 1.5 px stroke. */
const paths = {
  home: "M2.5 7.5 8 3l5.5 4.5V13a.5.5 0 0 1-.5.5H3a.5.5 0 0 1-.5-.5zM6.5 13.5v-4h3v4",
  inbox: "M2.5 9.5 4.3 3.4h7.4l1.8 6.1v3.1h-11zM2.5 9.5h3.2a2.3 2.3 0 0 0 4.6 0h3.2",
  merge: "M3 3c0 3 5 2.5 5 5.5M13 3c0 3-5 2.5-5 5.5M8 8.5V13",
  document: "M4 2.5h5.5L12 5v8.5H4zM6.3 7.5h3.4M6.3 10h3.4",
  list: "M2.5 4.3l1 1 1.7-2M2.5 9l1 1 1.7-2M7.5 4.5h6M7.5 9.2h6M7.5 13h4",
  moon: "M13 9.3A5.5 5.5 0 0 1 6.7 3a5.5 5.5 0 1 0 6.3 6.3z",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.8v1.1M8 13.1v1.1M1.8 8h1.1M13.1 8h1.1M3.6 3.6l.8.8M11.6 11.6l.8.8M3.6 12.4l.8-.8M11.6 4.4l.8-.8",
  clip: "M12.5 7.5 7.8 12a2.8 2.8 0 0 1-4-4l5-4.8a1.9 1.9 0 0 1 2.7 2.7L6.7 10.5a.9.9 0 0 1-1.3-1.3L9.5 5.3",
  down: "M3.5 6 8 10.5 12.5 6",
  left: "M10 3.5 5.5 8 10 12.5",
  right: "M6 3.5 10.5 8 6 12.5",
  check: "M3 8.5l3.2 3.2L13 4.8",
  cross: "M4 4l8 8M12 4l-8 8",
  circle: "M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10z",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2",
  clock: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v3.2l2.2 1.3",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "M5 3.5v9l7-4.5z",
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.6h-2.6",
  warning: "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.2",
  link: "M6.5 9.5l3-3M7 4.8l1.2-1.2a2.8 2.8 0 0 1 4 4L11 8.8M9 11.2l-1.2 1.2a2.8 2.8 0 0 1-4-4L5 7.2",
  offline:
    "M2 2l12 12M4.2 8.2a5 5 0 0 1 2-1.3M2.2 6a8 8 0 0 1 2-1.4M8 4a8 8 0 0 1 5.8 2M10 7a5 5 0 0 1 1.8 1.2M8 12h.01",
  quote:
    "M3 9.5c0-3 1-4.5 3-5.5M3 9.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M9.5 9.5c0-3 1-4.5 3-5.5M9.5 9.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
  wallet: "M2.5 4.5h10a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 4.5 10 2.7v1.8M10.8 8.8h.7",
  chat: "M3 3.5h10v7H7.5L4.5 13v-2.5H3z",
  send: "M8 13V3.5M4 7.2 8 3.2l4 4",
  stop: "M4.5 4.5h7v7h-7z",
  fork: "M5 2.5v5a2.5 2.5 0 0 0 2.5 2.5H8a2.5 2.5 0 0 1 2.5 2.5v1M5 7.5v6M3.3 4.2 5 2.5l1.7 1.7",
  plus: "M8 3v10M3 8h10",
  hexagon: "M8 2.2 13 5v6l-5 2.8L3 11V5z",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  key: "M10.5 8.5a3 3 0 1 0-2.8-2L2.5 11.7v1.8h1.8l.8-1v-1h1l1.6-1.6",
} as const;

export type IconName = keyof typeof paths;

/** An icon is only decoration. Its meaning is stated by the word next to it or by the button's name. */
export function Icon({ name, ...look }: { name: IconName; size?: number; className?: string }) {
  return <LineIcon path={paths[name]} {...look} />;
}

/** Draws an icon from its path. Used for icons of a single page, so that not every page loads their paths. */
export function LineIcon({ path, size = 16, className }: { path: string; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className ? `flex-none ${className}` : "flex-none"}
    >
      <path d={path} />
    </svg>
  );
}

export function Brand() {
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.2}
      strokeLinecap="round"
      aria-hidden="true"
      className="flex-none"
    >
      <path d="M2 4c4.5 0 4.5 5 8.5 5M2 14c4.5 0 4.5-5 8.5-5M10.5 9H16" />
    </svg>
  );
}

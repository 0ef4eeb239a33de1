import { cx } from "../cx.ts";
import type { Hue, Mark, Shape } from "./assign-marks.ts";

const outlines: Record<Shape, React.ReactNode> = {
  circle: <circle cx="10" cy="10" r="9" />,
  square: <rect x="1.5" y="1.5" width="17" height="17" rx="2.5" />,
  hexagon: <path d="M10 .6 18.4 5.3v9.4L10 19.4 1.6 14.7V5.3z" />,
  pentagon: <path d="M10 1 19 8l-3.4 11H4.4L1 8z" />,
};

const hueClass: Record<Hue, string> = { a: "hue-a", b: "hue-b", g: "hue-g", c: "hue-c" };

/** A class that sets the colours `m` and `m-soft` for everything inside the element. */
export const hueOf = (mark: Mark | undefined): string => (mark ? hueClass[mark.hue] : "");

type ModelMarkProps = { mark: Mark | undefined; name: string; size?: number; decorative?: boolean };

/** Hue, shape and letter are always shown together, because some people cannot see one of them. */
export function ModelMark({ mark, name, size = 18, decorative = false }: ModelMarkProps) {
  if (!mark) return null;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      className={cx("inline-block flex-none", hueClass[mark.hue])}
      role="img"
      aria-label={name}
      aria-hidden={decorative || undefined}
    >
      <g fill="var(--m)">{outlines[mark.shape]}</g>
      <text
        x="10"
        y="13.8"
        textAnchor="middle"
        fill="var(--on-m)"
        fontFamily="var(--font-ui)"
        fontSize="10.5"
        fontWeight="700"
      >
        {mark.letter}
      </text>
    </svg>
  );
}

/** A model's mark, followed by its name. */
export function ModelName({ mark, name, className }: { mark: Mark | undefined; name: string; className?: string }) {
  return (
    <span className={cx("inline-flex min-w-0 items-center gap-1.5 text-sm font-semi", className)}>
      <ModelMark mark={mark} name={name} decorative />
      <bdi className="truncate">{name}</bdi>
    </span>
  );
}

import { cx } from "./cx.ts";

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** Two or three choices, exactly one of which is selected at any time. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex max-w-full gap-0.5 rounded-[8px] border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            "inline-flex h-[22px] items-center rounded-[6px] px-2 text-xs whitespace-nowrap max-mid:h-8",
            option.value === value
              ? "bg-panel font-strong text-ink shadow-[0_0_0_1px_var(--line-2)]"
              : "text-ink-2 hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

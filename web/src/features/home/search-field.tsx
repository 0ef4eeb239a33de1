type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** Finds as you type; Escape empties it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      dir="auto"
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onChange("");
      }}
      className="h-8 w-56 min-w-0 rounded-2 border border-control bg-panel px-2.5 text-sm max-mid:h-9 max-mid:w-full"
    />
  );
}

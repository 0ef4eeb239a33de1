import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatMoment } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Popover } from "../../../ui/popover.tsx";

/** A time in the format of `datetime-local` fields, in the browser's time zone. */
const fieldValue = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type AsOfPickerProps = { at: string | undefined; onChange: (at: string | undefined) => void };

/** Lets the user choose a time in the past, to see which facts were accepted then. */
export function AsOfPicker({ at, onChange }: AsOfPickerProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => fieldValue(at ? new Date(at) : new Date()));
  const moment = new Date(typed);
  const isValid = !Number.isNaN(moment.getTime());
  return (
    <Popover
      label="As of"
      button={
        <>
          <Icon name="clock" size={14} />
          As of {at ? formatMoment(at) : "today"}
        </>
      }
    >
      <form
        className="space-y-2 p-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) onChange(moment.toISOString());
        }}
      >
        <label htmlFor={id} className="block text-xs text-ink-2">
          Show the facts accepted on
        </label>
        <input
          id={id}
          type="datetime-local"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-(--control-height) w-full rounded-2 border border-control bg-panel px-2.5 text-sm"
        />
        <div className="flex gap-2">
          <Button type="submit" small variant="primary" off={!isValid}>
            Show
          </Button>
          {at && (
            <Button small variant="quiet" onClick={() => onChange(undefined)}>
              Back to today
            </Button>
          )}
        </div>
      </form>
    </Popover>
  );
}

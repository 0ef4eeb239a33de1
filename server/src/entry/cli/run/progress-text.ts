import { describeWait, type ProviderWait, type StageRun } from "@dialectic/contract";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndClock = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** A time such as `13:52`, preceded by the day unless that is today: a provider may ask to wait for days. */
function clockTime(moment: string, now = new Date()): string {
  const at = new Date(moment);
  return (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at);
}

/** Describes a wait for a provider, with times in the local time zone. */
export const waitText = (wait: ProviderWait): string => describeWait(wait, clockTime);

/**
 * The progress of combining. The number of combined texts becomes known only during the work, so the total may grow.
 */
export const combiningText = ({ combining }: Pick<StageRun, "combining">): string =>
  combining ? `combining ${combining.done} of ${combining.of}` : "";

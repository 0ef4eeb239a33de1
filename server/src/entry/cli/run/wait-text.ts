import { describeWait, type ProviderWait } from "@dialectic/contract";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndClock = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** `13:52`, with the day unless it is today: a provider may ask for a wait of days. */
function clockTime(moment: string, now = new Date()): string {
  const at = new Date(moment);
  return (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at);
}

/** Describes a wait for a provider, with times in the local time zone. */
export const waitText = (wait: ProviderWait): string => describeWait(wait, clockTime);

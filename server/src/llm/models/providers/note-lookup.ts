import { channel } from "node:diagnostics_channel";

const lookups = channel("dialectic:lookups");

/** Publishes that a list of models or providers, or a user's own settings, were read: a test counts how often a call does so. */
export function noteLookup(of: "models.json" | "providers.json" | "stored settings"): void {
  if (lookups.hasSubscribers) lookups.publish(of);
}

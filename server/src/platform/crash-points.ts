import { channel } from "node:diagnostics_channel";

/** Named places in the code where fault tests kill the process. Each leaves different work half done. */
export type Point =
  | "job leased"
  | "prompt built"
  | "order decided"
  | "order kept"
  | "part shortened"
  | "parts kept"
  | "money held"
  | "model answered"
  | "outcome written"
  | "outcome recorded"
  | "artifacts made"
  | "file half written"
  | "files written"
  | "exchange started"
  | "context gathered"
  | "reply saved"
  | "tools finished"
  | "publication written"
  | "exchange published"
  | "grouping written"
  | "conversation grouped"
  | "project deleted"
  | "transaction committed";

const points = channel("dialectic:points");

/**
 * Announces that the process reached this point. A fault test that is loaded into the process may kill it here. Without a
 * subscriber, as in every ordinary start, it does nothing.
 */
export function crashPoint(point: Point, of = ""): void {
  if (points.hasSubscribers) points.publish({ point, of });
}

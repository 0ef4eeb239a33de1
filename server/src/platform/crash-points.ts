import { channel } from "node:diagnostics_channel";

/** The places of a run where a process that dies leaves different things half done. */
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
  | "project deleted"
  | "transaction committed";

const points = channel("dialectic:points");

/**
 * Says that this point is passed, to whoever was loaded into the process to hear it: a fault test, which may end the
 * process there. With nobody listening, as in every ordinary start, it does nothing.
 */
export function crashPoint(point: Point, of = ""): void {
  if (points.hasSubscribers) points.publish({ point, of });
}

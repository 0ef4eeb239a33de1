import type { Remedy } from "./remedies.ts";

/**
 * All errors of the product: the stable code, the HTTP status, the exit code of the CLI,
 * and whether a job that fails with the error is retried.
 */
export const errorTable = {
  // invalid requests
  invalid_input: { status: 400, exit: 2, retry: false },
  empty_brief: { status: 400, exit: 2, retry: false },
  unreadable_file: { status: 400, exit: 2, retry: false },
  damaged_export: { status: 422, exit: 6, retry: false },
  unknown_model: { status: 400, exit: 2, retry: false },
  unknown_price: { status: 400, exit: 2, retry: false },
  model_not_ready: { status: 409, exit: 4, retry: false },
  unknown_process: { status: 400, exit: 2, retry: false },
  unknown_domain: { status: 400, exit: 2, retry: false },
  invalid_recipe: { status: 400, exit: 2, retry: false },
  not_found: { status: 404, exit: 3, retry: false },
  conflict: { status: 409, exit: 4, retry: false },
  /** The edited version of a document is not its newest; `details` has the document and the version to edit instead. */
  version_conflict: { status: 409, exit: 4, retry: false },
  stage_not_current: { status: 409, exit: 4, retry: false },
  missing_input: { status: 409, exit: 4, retry: false },
  forbidden_transition: { status: 409, exit: 4, retry: false },
  unauthorized: { status: 401, exit: 5, retry: false },
  forbidden_origin: { status: 403, exit: 5, retry: false },
  // the installation is not ready
  no_master_key: { status: 503, exit: 16, retry: false },
  data_folder_locked: { status: 503, exit: 10, retry: false },
  data_folder_unwritable: { status: 503, exit: 11, retry: false },
  data_folder_refused: { status: 503, exit: 11, retry: false },
  data_folder_gone: { status: 503, exit: 11, retry: false },
  wrong_node: { status: 503, exit: 12, retry: false },
  database_newer: { status: 503, exit: 13, retry: false },
  database_other_build: { status: 503, exit: 13, retry: false },
  database_older: { status: 503, exit: 13, retry: false },
  disk_full: { status: 507, exit: 19, retry: true },
  database_unreachable: { status: 503, exit: 14, retry: true },
  server_starting: { status: 503, exit: 14, retry: true },
  blobs_unavailable: { status: 503, exit: 17, retry: true },
  git_failed: { status: 500, exit: 18, retry: false },
  unsafe_role: { status: 503, exit: 14, retry: false },
  port_taken: { status: 503, exit: 15, retry: false },
  // failures of the work itself
  run_failed: { status: 500, exit: 20, retry: false },
  run_paused: { status: 409, exit: 21, retry: false },
  run_cancelled: { status: 409, exit: 22, retry: false },
  findings_open: { status: 409, exit: 25, retry: false },
  insufficient_funds: { status: 402, exit: 23, retry: false },
  over_budget: { status: 402, exit: 23, retry: false },
  exchange_limit: { status: 422, exit: 20, retry: false },
  approval_needed: { status: 409, exit: 24, retry: false },
  lease_lost: { status: 409, exit: 20, retry: false },
  unknown_job_kind: { status: 500, exit: 20, retry: false },
  invalid_payload: { status: 500, exit: 20, retry: false },
  poison: { status: 500, exit: 20, retry: false },
  child_failed: { status: 500, exit: 20, retry: false },
  prerequisite_failed: { status: 500, exit: 20, retry: false },
  context_window: { status: 422, exit: 20, retry: false },
  refused_by_model: { status: 422, exit: 20, retry: false },
  provider_denied: { status: 502, exit: 20, retry: false },
  provider_billing: { status: 502, exit: 20, retry: false },
  provider_rejected: { status: 502, exit: 20, retry: false },
  provider_unavailable: { status: 502, exit: 20, retry: true },
  rate_limited: { status: 503, exit: 20, retry: true },
  invalid_answer: { status: 502, exit: 20, retry: true },
  empty_answer: { status: 502, exit: 20, retry: true },
  internal: { status: 500, exit: 1, retry: true },
} as const;

export type ErrorCode = keyof typeof errorTable;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(errorTable, value);

/** The body of an error response (RFC 9457, media type application/problem+json). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  /** The cause of the error. */
  detail: string;
  /** Suggestions for the user; absent if there are none. */
  remedies?: Remedy[];
  details?: unknown;
};

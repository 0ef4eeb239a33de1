/**
 * The worker entry point: a process that runs jobs and maintenance tasks until it is stopped.
 *
 * Owns no tables. Job kinds and maintenance tasks are registered in `app/`; `#jobs` leases, fences and retries jobs.
 *
 * Invariants:
 * - On a PostgreSQL server any number of workers may run, on any machines; all are equal.
 * - On an embedded database one process is server and worker.
 * - Stopping loses nothing: within seconds, a worker finishes what it can and hands the rest back without counting an
 *   attempt.
 */
export { startWork } from "./start-work.ts";

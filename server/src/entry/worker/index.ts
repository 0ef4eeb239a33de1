/**
 * The worker door: a process that takes jobs from the database and does them, until it is told to stop.
 *
 * Words: to *drain* is to finish what can be finished in seconds and hand the rest back, unharmed and uncounted.
 * *Housekeeping* is what somebody has to do now and then and no user asks for: forgetting the oldest events and the keys of old requests.
 *
 * Owns no tables. What a job does is registered in `app/`; how it is claimed, fenced and retried is the business of `#jobs`.
 *
 * Always true:
 * - On a PostgreSQL server any number of workers may run, on any machines; each is as good as another.
 * - On an embedded database there is one process, which is server and worker in one.
 * - Stopping loses nothing: what was not finished is taken by the next worker.
 */
export { startWork, type Work } from "./start-work.ts";

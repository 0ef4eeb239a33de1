/**
 * Maintenance runs the periodic tasks that no user asks for: sweeping expired holds, pruning old rows, indexing texts.
 *
 * Responsibilities:
 * - one scheduler per process; the tasks are registered in `app/maintenance-tasks.ts`
 * - what a task does belongs to the module that owns its tables
 *
 * Owns no tables. Ending the jobs of dead workers is not a task: a worker does that before it leases jobs (`#jobs`).
 *
 * Invariants:
 * - A task never runs twice at the same time. A round that is due while the previous round still runs is skipped.
 * - A failing task is logged and runs again at its next round; other tasks are not affected.
 * - Any number of processes may run the same tasks on one database: each task is safe to repeat.
 * - After `stop` no task runs.
 */
export { createScheduler, type MaintenanceTask, type Scheduler } from "./create-scheduler.ts";

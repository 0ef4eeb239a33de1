import { resolve } from "node:path";
import { Duration, parseDuration } from "@dialectic/contract";
import { z } from "zod";
import { AppError } from "./errors.ts";

/** Every setting, its environment variable and its default. CLI flags take precedence over the environment. */
const Settings = z.object({
  DIALECTIC_HOME: z.string().default(".dialectic"),
  DATABASE_URL: z.string().optional(),
  DIALECTIC_PORT: z.coerce.number().int().min(0).max(65535).default(4317),
  DIALECTIC_LOG: z.enum(["debug", "info", "warn", "error", "silent"]).default("warn"),
  /** A worker that is silent for longer than this loses its jobs to another worker. */
  DIALECTIC_LEASE_MS: z.coerce.number().int().min(100).default(30_000),
  /** Time between two polls of a worker that receives no notification. */
  DIALECTIC_POLL_MS: z.coerce.number().int().min(10).default(1_000),
  DIALECTIC_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(8),
  /** A call that could take more than this share of the wallet, in percent, waits for an approval. */
  DIALECTIC_APPROVAL_SHARE: z.coerce.number().int().min(1).max(100).default(20),
  /** Default limit on continuations of a document that was cut off; a session may set its own. 0 allows none. */
  DIALECTIC_CONTINUATIONS: z.coerce.number().int().min(0).max(100).default(5),
  /**
   * Default for how long a job is retried while its provider is down or throttles calls, counted from the first of the
   * consecutive errors; a session may set its own. A number and its unit, such as 90s, 15m or 2h.
   */
  DIALECTIC_RETRY_WINDOW: Duration.default("15m"),
  /**
   * If `off`, the embedded database does not wait for the disk, which is faster on a slow disk. A power cut may then
   * lose the last minutes of work, or the whole database.
   */
  DIALECTIC_SYNC: z.enum(["on", "off"]).default("on"),
  DIALECTIC_LEASE_THREAD: z.enum(["on", "off"]).default("on"),
  /** If `off`, workers find jobs by polling alone, without PostgreSQL's notifications. */
  DIALECTIC_NOTIFY: z.enum(["on", "off"]).default("on"),
  /** Where files are stored: a folder, or s3://bucket/prefix. */
  DIALECTIC_BLOBS: z.string().optional(),
  /**
   * The embedding model. `on` is the model inside this program, which costs nothing. Otherwise it is a provider's
   * model, such as openai/text-embedding-3-small, which each user pays for. If `off`, memory is searched by words
   * alone.
   */
  DIALECTIC_EMBEDDINGS: z
    .string()
    .regex(/^(on|off|[a-z0-9][a-z0-9-]*\/\S+)$/, "must be on, off, or a model as provider/name")
    .default("on"),
});

export type Config = {
  /**
   * The environment that the configuration was read from. It also contains the keys and addresses of providers: never
   * log it.
   */
  env: NodeJS.ProcessEnv;
  dataDir: string;
  /** True if the user named the data folder; otherwise it was found or created in the current folder. */
  isFolderNamed: boolean;
  databaseUrl: string | undefined;
  port: number;
  logLevel: z.infer<typeof Settings>["DIALECTIC_LOG"];
  leaseMs: number;
  pollMs: number;
  concurrency: number;
  approvalShare: number;
  continuations: number;
  retryWindowMs: number;
  /** If true, the embedded database syncs commits to the disk before it acknowledges them. */
  sync: boolean;
  /**
   * If true, a worker that uses a PostgreSQL server renews its leases in a separate thread, so that it keeps them while long
   * work blocks the main thread.
   */
  leaseThread: boolean;
  notify: boolean;
  /** The embedding model; null if memory is searched by words alone. */
  embeddings: string | null;
  /** Where files are stored. If undefined, in a folder inside the data folder. */
  blobs: string | undefined;
};

export function readConfig(env: NodeJS.ProcessEnv, flags: { data?: string | undefined } = {}): Config {
  const parsed = Settings.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError(
      "invalid_input",
      `The environment variable ${issue?.path.join(".")} is invalid: ${issue?.message}.`,
    );
  }
  const settings = parsed.data;
  return {
    env,
    dataDir: resolve(flags.data ?? settings.DIALECTIC_HOME),
    isFolderNamed: flags.data !== undefined || env.DIALECTIC_HOME !== undefined,
    databaseUrl: settings.DATABASE_URL,
    port: settings.DIALECTIC_PORT,
    logLevel: settings.DIALECTIC_LOG,
    leaseMs: settings.DIALECTIC_LEASE_MS,
    pollMs: settings.DIALECTIC_POLL_MS,
    concurrency: settings.DIALECTIC_CONCURRENCY,
    approvalShare: settings.DIALECTIC_APPROVAL_SHARE,
    continuations: settings.DIALECTIC_CONTINUATIONS,
    retryWindowMs: parseDuration(settings.DIALECTIC_RETRY_WINDOW) ?? 0,
    sync: settings.DIALECTIC_SYNC === "on",
    leaseThread: settings.DIALECTIC_LEASE_THREAD === "on",
    notify: settings.DIALECTIC_NOTIFY === "on",
    embeddings: embeddingModel(settings.DIALECTIC_EMBEDDINGS),
    blobs: settings.DIALECTIC_BLOBS || undefined,
  };
}

const embeddingModel = (setting: string): string | null =>
  setting === "off" ? null : setting === "on" ? "embedded/use-lite" : setting;

import { resolve } from "node:path";
import { Duration, parseDuration } from "@dialectic/contract";
import { z } from "zod";
import { AppError } from "./errors.ts";

/** Every setting, its environment variable and its default. Flags of the CLI win over the environment. */
const Settings = z.object({
  DIALECTIC_HOME: z.string().default(".dialectic"),
  DATABASE_URL: z.string().optional(),
  DIALECTIC_PORT: z.coerce.number().int().min(0).max(65535).default(4317),
  DIALECTIC_LOG: z.enum(["debug", "info", "warn", "error", "silent"]).default("warn"),
  /** How long a worker may be silent before another takes its jobs over. */
  DIALECTIC_LEASE_MS: z.coerce.number().int().min(100).default(30_000),
  /** How often a worker looks for jobs when nobody tells it of any. */
  DIALECTIC_POLL_MS: z.coerce.number().int().min(10).default(1_000),
  DIALECTIC_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(8),
  /** A call that could take more than this share of the wallet, in percent, waits for an approval. */
  DIALECTIC_APPROVAL_SHARE: z.coerce.number().int().min(1).max(100).default(20),
  /** How often a model may be asked to carry on with a document that was cut off, where its session does not say; 0: never. */
  DIALECTIC_CONTINUATIONS: z.coerce.number().int().min(0).max(100).default(5),
  /**
   * How long a job is retried whose provider is down or rate limits, from the first error in a row, where its session
   * does not say: a number and its unit, such as 90s, 15m or 2h.
   */
  DIALECTIC_RETRY_WINDOW: Duration.default("15m"),
  /**
   * `off`: the embedded database does not wait for the disk. Faster on a slow one; a power cut may then lose the last minutes, or
   * the whole database.
   */
  DIALECTIC_SYNC: z.enum(["on", "off"]).default("on"),
  /** `off`: live without notifications, by polling alone. */
  DIALECTIC_NOTIFY: z.enum(["on", "off"]).default("on"),
  /** Where files are kept that belong to no folder: a folder, or s3://bucket/prefix. */
  DIALECTIC_BLOBS: z.string().optional(),
  /**
   * What turns texts into vectors: `on`, the model inside this program, which costs nothing; or a provider's, such as
   * openai/text-embedding-3-small, which each user pays for. `off`: memory is searched by words alone.
   */
  DIALECTIC_EMBEDDINGS: z
    .string()
    .regex(/^(on|off|[a-z0-9][a-z0-9-]*\/\S+)$/, "must be on, off, or a model as provider/name")
    .default("on"),
});

export type Config = {
  /** What it was read from: providers' keys and addresses stand there under names of their own. Never to be logged. */
  env: NodeJS.ProcessEnv;
  dataDir: string;
  /** The user named the data folder; else it is the one found in the current folder, or made there. */
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
  /** Whether the embedded database syncs commits to the disk before it acknowledges them. */
  sync: boolean;
  notify: boolean;
  /** The model that turns texts into vectors; null: none does. */
  embeddings: string | null;
  /** Undefined: a folder below the data folder. */
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
    notify: settings.DIALECTIC_NOTIFY === "on",
    embeddings: embeddingModel(settings.DIALECTIC_EMBEDDINGS),
    blobs: settings.DIALECTIC_BLOBS || undefined,
  };
}

const embeddingModel = (setting: string): string | null =>
  setting === "off" ? null : setting === "on" ? "embedded/use-lite" : setting;

import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { Blobs } from "./blobs.ts";
import { createFolderBlobs } from "./folder-blobs.ts";
import { createS3Blobs } from "./s3-blobs.ts";

/**
 * The store that DIALECTIC_BLOBS names: `s3://bucket/prefix` or a folder. Without the variable, a store in the data
 * folder.
 */
export function openBlobs({ blobs, dataDir, env }: Pick<Config, "blobs" | "dataDir" | "env">): Blobs {
  if (!blobs) return createFolderBlobs(join(dataDir, "blobs"));
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(blobs);
  if (!bucket) {
    if (/^\w+:\/\//.test(blobs)) {
      throw new AppError("invalid_input", `DIALECTIC_BLOBS is "${blobs}": give a folder, or s3://bucket/prefix.`);
    }
    return createFolderBlobs(resolve(blobs));
  }
  const [, name = "", path = ""] = bucket;
  const region = env.AWS_REGION || "us-east-1";
  return createS3Blobs({
    bucket: name,
    prefix: path === "" || path.endsWith("/") ? path : `${path}/`,
    region,
    endpoint: env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`,
    accessKeyId: required(env, "AWS_ACCESS_KEY_ID"),
    secretAccessKey: required(env, "AWS_SECRET_ACCESS_KEY"),
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  });
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new AppError("invalid_input", `DIALECTIC_BLOBS names a bucket, but ${name} is not set.`);
}

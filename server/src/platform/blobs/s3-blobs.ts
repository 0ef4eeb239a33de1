import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { AppError } from "../errors.ts";
import { type Blobs, isBlobName } from "./blobs.ts";

export type S3Settings = {
  endpoint: string;
  bucket: string;
  /** Prefix of every key: empty, or ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};

/** Blobs in a bucket of any S3-compatible store. Requests are path-style, which all such stores support. */
export function createS3Blobs(settings: S3Settings): Blobs {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 },
    ...(sessionToken !== undefined && { sessionToken }),
  });
  const root = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const placeOf = (sha256: string) => `${root}/${prefix}${sha256}`;

  const send = async (url: string, init: RequestInit, allowed: readonly number[] = []): Promise<Response> => {
    const response = await client.fetch(url, init).catch((error: unknown) => {
      throw unavailable(`${endpoint} does not answer`, error);
    });
    if (response.ok || allowed.includes(response.status)) return response;
    const told = (await response.text()).match(/<Message>([^<]*)/)?.[1] ?? response.statusText;
    throw unavailable(`it answered ${response.status}: ${told}`);
  };
  return {
    async put({ file, sha256, bytes }) {
      const body = await openAsBlob(file); // streamed, with a known length, which S3 requires
      if (body.size !== bytes) throw new AppError("internal", `${file} is no longer ${bytes} bytes long.`);
      // The server verifies the hash and refuses a body that does not match.
      const headers = { "x-amz-content-sha256": sha256, "content-type": "application/octet-stream" };
      await (await send(placeOf(sha256), { method: "PUT", body, headers })).body?.cancel();
    },
    async get(sha256) {
      const response = await send(placeOf(sha256), {}, [404]);
      if (response.status === 404 || !response.body) {
        await response.body?.cancel();
        return null;
      }
      const stream = Readable.fromWeb(response.body as ReadableStream); // the DOM's type for a class that Node implements
      return { stream, bytes: Number(response.headers.get("content-length")) };
    },
    async remove(sha256) {
      await (await send(placeOf(sha256), { method: "DELETE" }, [404])).body?.cancel();
    },
    async *list() {
      for (let token = ""; ; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix, ...(token && { "continuation-token": token }) });
        const page = await (await send(`${root}?${query}`, {})).text();
        yield* readPage(page, prefix);
        const next = elementOf(page, "NextContinuationToken");
        if (elementOf(page, "IsTruncated") !== "true" || !next) return;
        token = next;
      }
    },
  };
}

/** A regular expression is enough for this XML, because keys are hashes and times have one format. */
function* readPage(xml: string, prefix: string): Generator<{ sha256: string; putAt: Date }> {
  for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = elementOf(entry, "Key") ?? "";
    const putAt = new Date(elementOf(entry, "LastModified") ?? "");
    const sha256 = key.slice(prefix.length);
    if (key.startsWith(prefix) && isBlobName(sha256) && !Number.isNaN(putAt.getTime())) yield { sha256, putAt };
  }
}

const elementOf = (xml: string, name: string): string | undefined =>
  xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1]?.replaceAll("&amp;", "&");

const unavailable = (what: string, cause?: unknown): AppError =>
  new AppError("blobs_unavailable", `The blob store cannot be used: ${what}. See DIALECTIC_BLOBS.`, { cause });

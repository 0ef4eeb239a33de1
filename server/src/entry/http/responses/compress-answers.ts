import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { acceptedEncodings, type Encoding, isCurrent, tagOf } from "./encoding.ts";

/** A smaller answer fits into one network packet, so compressing it would only cost time. */
const minBytes = 1024;

/** Fast settings, because a client waits for each answer. */
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer<ArrayBuffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 4 }),
};

/**
 * Compresses JSON answers and lets clients cache them: the answer to a GET is tagged with the hash of its content, and
 * a client that has it already gets a 304. The tag is weak because it is the same for every encoding.
 *
 * Everything else passes unchanged, above all the event stream: a compressor would delay events until its buffer is
 * full. No answer contains the server's secret or a stored key, so the length of a compressed answer cannot reveal one.
 */
export const compressAnswers: MiddlewareHandler = async (c, next) => {
  await next();
  const answer = c.res;
  const type = answer.headers.get("content-type") ?? "";
  if (!/^application\/(\w+\+)?json\b/.test(type) || answer.headers.has("content-encoding")) return;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.append("vary", "accept-encoding");
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (isRead && answer.status === 200) {
    const tag = `W/${tagOf(bytes)}`;
    headers.set("etag", tag);
    headers.set("cache-control", "private, no-cache");
    if (isCurrent(c.req.header("if-none-match"), tag)) {
      headers.delete("content-type");
      c.res = undefined;
      c.res = new Response(null, { status: 304, headers });
      return;
    }
  }
  const [encoding] = bytes.length < minBytes ? [] : acceptedEncodings(c.req.header("accept-encoding"));
  const body = encoding ? await compressors[encoding](bytes) : bytes;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.length));
  c.res = undefined; // otherwise Hono would add the old answer's headers to the new one
  c.res = new Response(body, { status: answer.status, headers });
};

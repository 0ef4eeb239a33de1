import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { startLoopback } from "#loopback";
import { sha256 } from "../hash.ts";
import { signatureOf } from "./signature.fixture.ts";

/** Fewer keys than a real server returns at once, so that a list has several pages. */
const pageSize = 2;

/**
 * S3 as its documentation describes it, on loopback: one bucket, objects in memory, pages of two. It refuses requests with a wrong
 * signature, hash or length; no server in npm's registry checks these.
 */
export async function startLoopbackS3({ bucket, secret }: { bucket: string; secret: string }) {
  const objects = new Map<string, { body: Buffer; at: Date }>();
  const { url: endpoint, ...server } = await startLoopback(async (request, response) => {
    const body = await buffer(request);
    const fault = faultOf(request, body, secret);
    if (fault) return void response.writeHead(403).end(`<Error><Message>${fault}</Message></Error>`);
    const url = new URL(request.url ?? "", "http://localhost");
    if (url.pathname === `/${bucket}`) return void response.end(listPage(objects, url.searchParams));
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    if (request.method === "PUT") objects.set(key, { body, at: new Date() });
    if (request.method === "DELETE") objects.delete(key);
    if (request.method !== "GET") return void response.end();
    const found = objects.get(key);
    if (!found) return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    response.writeHead(200, { "content-length": found.body.length }).end(found.body);
  });
  return { endpoint, ...server };
}

function listPage(objects: ReadonlyMap<string, { at: Date }>, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token")?.replace(/^after&/, "") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const isTruncated = keys.length > page.length;
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>1</Size></Contents>`,
  );
  // Continuation tokens may contain any character, including characters that XML must escape.
  const next = isTruncated ? `<NextContinuationToken>after&amp;${page.at(-1)}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join("\n")}</ListBucketResult>`;
}

function faultOf(request: IncomingMessage, body: Buffer, secret: string): string | null {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const signature = signatureOf({ method: request.method ?? "", path: request.url ?? "", headers }, secret);
  if (signature.given !== signature.right) return "The request signature does not match.";
  const hash = headers["x-amz-content-sha256"];
  const isUnsigned = hash === "UNSIGNED-PAYLOAD" && body.length === 0;
  if (!isUnsigned && hash !== sha256(body)) return "The provided x-amz-content-sha256 does not match what was sent.";
  if (request.method === "PUT" && !headers["content-length"]) return "You must provide the Content-Length.";
  return null;
}

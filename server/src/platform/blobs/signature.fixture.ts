import { createHash, createHmac } from "node:crypto";

export type SignedRequest = { method: string; path: string; headers: Record<string, string> };

const hash = (data: string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** The signature that a request must have, computed as S3's documentation describes, without a client library. */
export function signatureOf(request: SignedRequest, secret: string): { given: string; right: string } {
  const authorization = request.headers.authorization ?? "";
  const part = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? "";
  const [, day = "", region = "", service = ""] = part("Credential").split("/");
  const signed = part("SignedHeaders").split(";");
  const [path = "", query = ""] = request.path.split("?");
  const canonical = [
    request.method,
    path,
    query.split("&").filter(Boolean).sort().join("&"),
    ...signed.map((name) => `${name}:${request.headers[name]?.trim()}`),
    "",
    signed.join(";"),
    request.headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, hash(canonical)].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return { given: part("Signature"), right: hmac(key, toSign).toString("hex") };
}

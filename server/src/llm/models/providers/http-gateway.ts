import type { LearnedRate } from "#jobs";
import { AppError } from "#platform";
import { readRateHeaders } from "../answer/read-rate-headers.ts";
import { redactResponse } from "../keys/redact-response.ts";
import type { Provider } from "./providers.ts";

type Fetch = typeof globalThis.fetch;
export type OnRate = (learned: LearnedRate) => void;

/**
 * Every request to a provider goes through here. A request goes only to the configured host and follows no redirect,
 * because another host would receive the key. Keys are redacted from the response, and rate limits are read from its
 * headers.
 */
export function createHttpGateway(provider: Provider, onRate?: OnRate): Fetch {
  const { origin } = new URL(provider.baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) {
      throw new AppError(
        "provider_rejected",
        `${provider.name} is configured at ${origin}, so no request was sent to ${url.origin}.`,
      );
    }
    const fetched = await fetch(url, { ...init, redirect: "manual" });
    const response = redactResponse(limitBytes(fetched, provider.name), provider.key);
    const learned = readRateHeaders(response.headers, Date.now());
    if (learned) onRate?.(learned);
    if (!response.ok || !response.headers.get("content-type")?.includes("text/html")) return response;
    await response.body?.cancel();
    throw new AppError(
      "invalid_answer",
      `${url.origin} answered with a web page instead of a model's answer. Check ${provider.urlFrom}.`,
      { retry: false },
    );
  };
}

/** The maximum size of a response. An answer of 128,000 tokens with one event per token takes about 40 MB. */
const mostBytes = 64 * 2 ** 20;

/** Fails the response once it is too large, because an endpoint that never stops must not fill the memory. */
function limitBytes(response: Response, provider: string): Response {
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= mostBytes) return controller.enqueue(chunk);
      controller.error(
        new AppError("invalid_answer", `${provider} sent more than ${mostBytes / 2 ** 20} MB in one answer.`, {
          retry: false,
        }),
      );
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}

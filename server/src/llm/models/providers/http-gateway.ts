import type { LearnedRate } from "#jobs";
import { AppError } from "#platform";
import { readRateHeaders } from "../answer/read-rate-headers.ts";
import { withoutKey } from "../errors/without-key.ts";
import type { Provider } from "./providers.ts";

type Fetch = typeof globalThis.fetch;
export type OnRate = (learned: LearnedRate) => void;

/**
 * The only way out of this program: to the host that is configured, never to where that host sends us on, because
 * the key would travel with the request. Nor does the key come back in through it. Every answer passes here, good or
 * bad, and with it what it says about rates.
 */
export function createHttpGateway(provider: Provider, onRate?: OnRate): Fetch {
  const { origin } = new URL(provider.baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) {
      throw new AppError("provider_rejected", `${provider.name} is at ${origin}; ${url.origin} was not asked.`);
    }
    const fetched = await fetch(url, { ...init, redirect: "manual" });
    const response = withoutKey(limitBytes(fetched, provider.name), provider.key);
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

/** An answer of 128,000 tokens, each in an event of its own, has some 40 MB. */
const mostBytes = 64 * 2 ** 20;

/** The answer, ended with an error once it is too large: an endpoint that never stops must not fill the memory. */
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

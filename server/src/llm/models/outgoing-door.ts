import type { LearnedRate } from "#jobs";
import { AppError } from "#platform";
import { withoutKey } from "./errors/without-key.ts";
import type { Provider } from "./providers.ts";
import { readRateHeaders } from "./read-rate-headers.ts";

type Fetch = typeof globalThis.fetch;
export type OnRate = (learned: LearnedRate) => void;

/**
 * The only way out of this program: to the host that is configured, never to where that host sends us on, because
 * the key would travel with the request. Nor does the key come back in through it. Every answer passes here, good or
 * bad, and with it what it says about rates.
 */
export function createOutgoingDoor(provider: Provider, onRate?: OnRate): Fetch {
  const { origin } = new URL(provider.baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) {
      throw new AppError("provider_rejected", `${provider.name} is at ${origin}; ${url.origin} was not asked.`);
    }
    const response = withoutKey(await fetch(url, { ...init, redirect: "manual" }), provider.key);
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

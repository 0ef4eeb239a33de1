export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** One way to the API: over the network, or into this process. */
export type Way = AsyncDisposable & { send: Send; isInProcess: boolean };

export function withSecret(init: RequestInit, secret: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${secret}`);
  return { ...init, headers };
}

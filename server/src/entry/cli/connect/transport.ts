export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** One way to the API: over the network, or into this process. */
export type Transport = AsyncDisposable & {
  send: Send;
  isInProcess: boolean;
  /** What is the matter with the work done here; null also where it is done elsewhere. */
  trouble(): string | null;
};

export function withSecret(init: RequestInit, secret: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${secret}`);
  return { ...init, headers };
}

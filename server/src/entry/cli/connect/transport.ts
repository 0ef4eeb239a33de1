export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Sends requests to the API, over the network or within this process. */
export type Transport = AsyncDisposable & {
  send: Send;
  isInProcess: boolean;
  /** The last error of the worker in this process, as a sentence; null if the jobs run in another process. */
  lastWorkerError(): string | null;
};

export function withSecret(init: RequestInit, secret: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${secret}`);
  return { ...init, headers };
}

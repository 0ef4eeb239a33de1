import { AppError } from "#platform";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

type Asking = { host: string | undefined; origin: string | undefined; port: number };

/**
 * Refuses a request that was not addressed to us by a loopback name, or that a foreign page sent. If evil.example resolves
 * to 127.0.0.1 (DNS rebinding), a page from there can reach our port, but its requests name evil.example in the Host header.
 */
export function assertOwnOrigin({ host, origin, port }: Asking): void {
  if (!isOurs(`http://${host ?? ""}`, port)) {
    throw new AppError(
      "forbidden_origin",
      `Requests must be addressed to 127.0.0.1:${port} or localhost:${port}; this one was addressed to ${host ?? "no host"}.`,
    );
  }
  if (origin !== undefined && !isOurs(origin, port)) {
    throw new AppError(
      "forbidden_origin",
      `Requests from pages of ${origin} are refused: only this server's own pages may send requests.`,
    );
  }
}

function isOurs(address: string, port: number): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "http:") return false;
  if (!loopbackNames.has(url.hostname)) return false;
  if (url.username || url.password || url.pathname !== "/" || url.search || url.hash) return false;
  return Number(url.port || 80) === port;
}

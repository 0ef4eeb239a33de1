import { ensureChromium } from "../provision/chromium.ts";
import { ensurePostgres } from "../provision/postgres.ts";

export interface Provided {
  /** Environment variables through which tests find the server and the browser. */
  env: Record<string, string>;
  /** What was provided, in a few words each. */
  present: string[];
  /** The tests that are skipped, with the reason and the remedy. */
  skipped: string[];
  stop(): Promise<void>;
}

/** Provides a browser and a PostgreSQL server for the tests, as far as this machine allows. */
export async function provide(): Promise<Provided> {
  const [browser, server] = await Promise.allSettled([ensureChromium(), ensurePostgres()]);
  const provided: Provided = { env: {}, present: [], skipped: [], stop: async () => undefined };

  if (server.status === "fulfilled") {
    if ("skipped" in server.value) {
      provided.skipped.push(`the tests on a PostgreSQL server: ${server.value.skipped}`);
    } else {
      provided.env["DIALECTIC_TEST_DATABASE_URL"] = server.value.url;
      provided.present.push(`PostgreSQL ${server.value.version}`);
      provided.stop = server.value.stop;
    }
  }
  if (browser.status === "fulfilled") {
    if ("skipped" in browser.value) {
      provided.skipped.push(`the tests in a browser: ${browser.value.skipped}`);
    } else {
      provided.env["CHROMIUM_PATH"] = browser.value.path;
      provided.present.push(`Chromium (${browser.value.path})`);
    }
  }

  const broken = [browser, server].find((outcome) => outcome.status === "rejected");
  if (!broken) return provided;
  await provided.stop();
  throw broken.reason;
}

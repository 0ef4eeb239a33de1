import type { Browser, Page } from "playwright-core";
import type { MeasuredPage } from "./pages.ts";
import type { ServedProgram } from "./serve-program.ts";

export type Kind = "document" | "script" | "style" | "font" | "api" | "other";

/** One first load: times in ms since the navigation began, sizes in bytes as they were transferred. */
export type Load = {
  usable: number;
  firstByte: number;
  documentEnd: number;
  firstPaint: number;
  bytes: Partial<Record<Kind, number>>;
};

type Watched = Pick<MeasuredPage, "content" | "reading" | "control" | "response">;
type Told = Omit<Load, "bytes"> & { transferred: { path: string; bytes: number }[] };

/**
 * Runs in every measured page before its own scripts. It looks for the content in each frame. Once the content is there, it
 * clicks the control in every frame until the response appears. The time is taken after the frame with the response has been
 * painted: the page is then complete and has handled a click. Fails if a click changed the control without bringing the
 * response.
 */
function watch({ content, reading, control, response }: Watched): void {
  let clicked: HTMLElement | null = null;
  const afterPaint = (run: () => void): void => {
    const channel = new MessageChannel();
    channel.port1.onmessage = run;
    channel.port2.postMessage(null);
  };
  const charactersIn = (selector: string): number =>
    [...document.querySelectorAll(selector)].reduce((sum, element) => sum + (element.textContent?.length ?? 0), 0);
  const isShown = (): boolean =>
    Object.entries(content).every(([selector, count]) => document.querySelectorAll(selector).length >= count) &&
    (!reading || charactersIn(reading.in) >= reading.characters);
  const hasResponded = (): boolean => document.querySelector(response) !== null;
  const tell = async (): Promise<Told> => {
    const usable = performance.now();
    // The browser records a paint some time after it happened.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (!navigation) throw new Error("The browser does not report when the navigation began.");
    return {
      usable,
      firstByte: navigation.responseStart,
      documentEnd: navigation.responseEnd,
      firstPaint: paint?.startTime ?? Number.NaN,
      transferred: [navigation, ...resources.filter(({ responseEnd }) => responseEnd <= usable)].map((entry) => ({
        path: new URL(entry.name).pathname,
        bytes: entry.transferSize,
      })),
    };
  };
  Object.assign(window, {
    usable: new Promise<Told>((resolve, reject) => {
      const look = async (): Promise<void> => {
        if (document.body && isShown() && !hasResponded()) {
          const found = document.querySelector<HTMLElement>(control);
          if (clicked?.isConnected && found !== clicked) {
            reject(
              new Error(`A click on "${clicked.textContent}" changed the control but did not bring the response.`),
            );
          }
          clicked = found;
          found?.click();
          // React renders the result of a click in a microtask, before the frame is painted.
          await null;
        }
        if (hasResponded()) afterPaint(() => resolve(tell()));
        else requestAnimationFrame(() => void look());
      };
      requestAnimationFrame(() => void look());
    }),
  });
}

/** Opens the page as a new visitor: in a new browser context with empty caches. */
export async function measureLoad(browser: Browser, program: ServedProgram, measured: MeasuredPage): Promise<Load> {
  const page = await openVisitor(browser, program);
  try {
    const { content, reading, control, response } = measured;
    await page.addInitScript(watch, { content, reading, control, response });
    await page.goto(program.origin + measured.path, { waitUntil: "commit" });
    const told = await page.evaluate(() => (window as unknown as { usable: Promise<Told> }).usable);
    const { transferred, ...times } = told;
    const bytes: Load["bytes"] = {};
    for (const one of transferred) {
      const kind = one.path === measured.path ? "document" : kindOf(one.path);
      bytes[kind] = (bytes[kind] ?? 0) + one.bytes;
    }
    return { ...times, bytes };
  } finally {
    await page.context().close();
  }
}

/** The page's HTML once all its content is shown. */
export async function readDocument(browser: Browser, program: ServedProgram, measured: MeasuredPage): Promise<string> {
  const page = await openVisitor(browser, program);
  try {
    await page.goto(program.origin + measured.path);
    for (const [selector, count] of Object.entries(measured.content)) {
      await page
        .locator(selector)
        .nth(count - 1)
        .waitFor({ state: "attached" });
    }
    return await page.content();
  } finally {
    await page.context().close();
  }
}

/** Signs in with a cookie, because the address with the secret redirects, and a redirect is not part of a load. */
async function openVisitor(browser: Browser, { origin, secret }: ServedProgram): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: `dialectic-${new URL(origin).port}`, value: secret, url: origin }]);
  return context.newPage();
}

function kindOf(path: string): Kind {
  if (path.startsWith("/api/")) return "api";
  if (path.endsWith(".js")) return "script";
  if (path.endsWith(".css")) return "style";
  return path.endsWith(".woff2") ? "font" : "other";
}

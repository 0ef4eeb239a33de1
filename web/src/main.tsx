import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { cacheFirstAnswers } from "./api/cache-first-answers.ts";
import { createQueryClient } from "./api/query-client.ts";
import { LiveContext } from "./live/live-context.ts";
import { startLive } from "./live/start-live.ts";
import { whenIdle } from "./live/when-idle.ts";
import { preloadPages, router } from "./router.tsx";
import "./styles/index.css";

const queryClient = createQueryClient();
const live = startLive(queryClient);
void start();

/** Loads the page and its data before the first render, so that everything is rendered only once. */
async function start(): Promise<void> {
  await Promise.all([cacheFirstAnswers(queryClient), router.load()]);
  const element = document.getElementById("root");
  if (!element) throw new Error("index.html has no element with the id root.");
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LiveContext value={live}>
          <RouterProvider router={router} />
        </LiveContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}

window.addEventListener("load", () => whenIdle(() => void preloadPages()), { once: true });

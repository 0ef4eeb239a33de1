import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { LiveContext } from "./live/live-context.ts";
import { startLive } from "./live/start-live.ts";
import { preloadPages, router } from "./router.tsx";
import "./styles/index.css";

const queryClient = createQueryClient();
const live = startLive(queryClient);
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root.");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <LiveContext value={live}>
        <RouterProvider router={router} />
      </LiveContext>
    </QueryClientProvider>
  </StrictMode>,
);

// When the first page is there and nothing else is to be done; Safari knows no idle callback.
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
window.addEventListener("load", () => whenIdle(() => void preloadPages()), { once: true });

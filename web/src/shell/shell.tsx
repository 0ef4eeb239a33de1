import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ConnectionBanner } from "../live/connection-banner.tsx";
import { cx } from "../ui/cx.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useChatOpen, usePageProject } from "./chat-dock.ts";
import { ChatPanelSlot } from "./chat-panel-slot.tsx";
import { SideBar } from "./side-bar.tsx";

/** The frame around every page. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const isChatOpen = useChatOpen();
  const hasChat = usePageProject() !== null && isChatOpen;

  // Moves the focus to the new page, so that users of a keyboard or a screen reader do not stay on the link that they
  // followed.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a href="#main" className="absolute start-2 -top-16 z-20 rounded-2 bg-ink px-3 py-2 text-on-ink focus:top-2">
        Skip to content
      </a>
      <div
        data-chat={hasChat ? "open" : undefined}
        className={cx(
          "grid min-h-dvh max-mid:block max-mid:pb-16 print:block",
          hasChat
            ? "grid-cols-[56px_minmax(0,1fr)] wide:grid-cols-[56px_minmax(0,1fr)_376px]"
            : "grid-cols-[56px_minmax(0,1fr)] full:grid-cols-[var(--side-bar)_minmax(0,1fr)]",
        )}
      >
        <SideBar />
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
          <Outlet />
        </main>
        <ChatPanelSlot />
      </div>
      <BottomBar />
      <ConnectionBanner />
    </>
  );
}

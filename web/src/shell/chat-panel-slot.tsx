import { useChatOpen, usePageProject } from "./chat-dock.ts";
import { lazyPage } from "./lazy-page.tsx";

const ChatPanel = lazyPage(async () => (await import("../features/chat/chat-panel.tsx")).ChatPanel);

export const preloadChat = (): Promise<void> => ChatPanel.preload();

/** The chat panel while it is open. It is next to the page or, on small screens, covers it. */
export function ChatPanelSlot() {
  const isOpen = useChatOpen();
  const projectId = usePageProject();
  if (!isOpen || projectId === null) return null;
  return (
    <div className="sticky top-0 h-dvh border-s border-line max-wide:fixed max-wide:inset-y-0 max-wide:end-0 max-wide:z-9 max-wide:w-[min(420px,100vw)] max-wide:shadow-pop print:hidden">
      {/* Each project has its own conversations and drafts. */}
      <ChatPanel key={projectId} />
    </div>
  );
}

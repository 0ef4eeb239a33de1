import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { setChatOpen, useChatOpen, usePageProject } from "./chat-dock.ts";

/** Opens and closes the chat panel, on pages that are about a project. */
export function ChatToggle() {
  const isOpen = useChatOpen();
  const projectId = usePageProject();
  if (projectId === null) return null;
  return (
    <Button small aria-expanded={isOpen} onClick={() => setChatOpen(!isOpen)}>
      <Icon name="chat" size={14} />
      Chat
    </Button>
  );
}

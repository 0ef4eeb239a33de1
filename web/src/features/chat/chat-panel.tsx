import { useQuery } from "@tanstack/react-query";
import { isMissing } from "../../api/client.ts";
import { conversationQuery } from "../../api/conversation-queries.ts";
import { setChatOpen, usePageProject } from "../../shell/chat-dock.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useStored } from "../../ui/use-stored.ts";
import { Composer } from "./composer.tsx";
import { ConversationPicker } from "./conversation-picker.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { useAsking } from "./use-asking.ts";

/** The chat about the page's project. It remembers which conversation was open. */
export function ChatPanel() {
  const projectId = usePageProject() ?? "";
  const [stored, setOpen] = useStored(`chat.conversation.${projectId}`);
  const { data, error } = useQuery({ ...conversationQuery(stored), enabled: stored !== "" });
  // If the stored conversation no longer exists, for example because the server now uses another data folder, a new
  // conversation starts.
  const openId = stored === "" || isMissing(error) ? null : stored;
  const asking = useAsking(openId === null ? undefined : data?.model);
  return (
    <aside aria-label="Chat" className="flex h-full min-h-0 flex-col bg-paper">
      <header className="flex h-(--top-bar) flex-none items-center gap-1.5 border-b border-line ps-4 pe-2.5">
        <ConversationPicker projectId={projectId} conversation={openId === null ? undefined : data} onOpen={setOpen} />
        <Button
          small
          square
          variant="quiet"
          className="ms-auto"
          aria-label="New conversation"
          onClick={() => setOpen("")}
        >
          <Icon name="plus" size={14} />
        </Button>
        <Button small square variant="quiet" aria-label="Close the chat" onClick={() => setChatOpen(false)}>
          <Icon name="cross" size={14} />
        </Button>
      </header>
      {openId === null ? (
        <Welcome />
      ) : (
        <ConversationView key={openId} conversationId={openId} asking={asking} onFork={setOpen} />
      )}
      <Composer
        key={openId ?? "new"}
        projectId={projectId}
        conversationId={openId}
        asking={asking}
        onStarted={setOpen}
      />
    </aside>
  );
}

function Welcome() {
  return (
    <div className="min-h-0 flex-1 overflow-auto px-4 py-5 text-sm text-ink-2">
      <p className="mb-3 text-ink">Ask about this project, or describe what to change.</p>
      <ul className="list-disc space-y-1.5 ps-4">
        <li>“Why was C14 rejected?”</li>
        <li>“What does the plan say about the loading dock?”</li>
        <li>“Change the budget to 150,000.”</li>
      </ul>
      <p className="mt-3">
        The model reads your documents and facts. Anything that would spend money or change the project waits for your
        confirmation.
      </p>
    </div>
  );
}

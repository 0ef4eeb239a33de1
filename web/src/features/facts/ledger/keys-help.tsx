import { KnowledgeIcon } from "../../../parts/knowledge/knowledge-icon.tsx";
import { Choice, Popover } from "../../../ui/popover.tsx";

const help = [
  ["J K", "next, previous"],
  ["A R", "accept, reject"],
  ["E", "edit the value"],
  ["1 2", "choose a side of a conflict"],
  ["Z ⇧Z", "undo, redo"],
  ["Enter Esc", "open, close the evidence"],
] as const;

/** Lists the page's keyboard shortcuts. Also has a switch to turn them off. */
export function KeysHelp({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="max-wide:hidden">
      <Popover
        label="Keys"
        button={
          <>
            <KnowledgeIcon name="keyboard" size={14} />
            Keys
          </>
        }
      >
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 px-2.5 py-2 text-sm">
          {help.map(([pressed, does]) => (
            <div key={pressed} className="contents">
              <dt className="space-x-1">
                {pressed.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ))}
        </dl>
        <Choice
          kind="checkbox"
          name="letter-keys"
          checked={isOn}
          onChange={() => onChange(!isOn)}
          title="Use single-key shortcuts"
          about="They do not apply in text fields."
        />
      </Popover>
    </div>
  );
}

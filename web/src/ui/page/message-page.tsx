import { Icon, type IconName } from "../icon.tsx";
import { PageTitle } from "./page-title.tsx";

type MessagePageProps = { icon: IconName; title: string; children: React.ReactNode; actions?: React.ReactNode };

/** A page that consists only of a message: not found, error, or locked. */
export function MessagePage({ icon, title, children, actions }: MessagePageProps) {
  return (
    <div className="mx-auto max-w-[560px] px-6 py-16 max-mid:py-10">
      <PageTitle of={title} />
      <Icon name={icon} size={24} className="text-ink-3" />
      <h1 className="mt-4 text-2xl font-semi tracking-[-.02em] text-balance">{title}</h1>
      <div className="mt-2 space-y-2 text-ink-2">{children}</div>
      {actions && <div className="mt-5 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

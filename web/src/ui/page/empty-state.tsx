type EmptyStateProps = { level: 2 | 3; title: string; children: React.ReactNode };

/** Says what is missing here and how to add it. */
export function EmptyState({ level, title, children }: EmptyStateProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="rounded-3 border border-line bg-panel px-6 py-7">
      <Heading className="text-xl font-title tracking-[-.012em]">{title}</Heading>
      <p className="mt-1.5 max-w-[60ch] text-ink-2">{children}</p>
    </div>
  );
}

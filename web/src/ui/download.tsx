import { useId, useState } from "react";

type DownloadProps = { href: string; name: string; className: string; children: React.ReactNode };

/**
 * A link that downloads a file. It first checks that the server responds, because a download from a server that is down
 * fails silently or replaces the app with the browser's error page.
 */
export function Download({ href, name, className, children }: DownloadProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setProblem(null);
    const isThere = await fetch("/api/health", { cache: "no-store" }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!isThere) return setProblem("Nothing was saved: the server does not respond. Try again when it is back.");
    const link = document.createElement("a");
    link.href = href;
    link.download = name;
    link.click();
  };
  return (
    <>
      <a
        href={href}
        download={name}
        className={className}
        aria-describedby={problem ? id : undefined}
        onClick={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {children}
      </a>
      {problem && (
        <span id={id} role="alert" className="w-full text-sm text-bad">
          {problem}
        </span>
      )}
    </>
  );
}

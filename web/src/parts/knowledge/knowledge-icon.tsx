import { LineIcon } from "../../ui/icon.tsx";

const paths = {
  accepted: "M3 8.5l3.2 3.2L13 4.8",
  rejected: "M4 4l8 8M12 4l-8 8",
  review: "M2.5 4.3l1 1 1.7-2M2.5 9l1 1 1.7-2M7.5 4.5h6M7.5 9.2h6M7.5 13h4",
  conflict: "M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13",
  superseded: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5 6 3.5M3 6.5l3 3",
  unmapped: "M4 13.5V3h7.5L10 5.7l1.5 2.8H4",
  edit: "M3 13l.6-2.8 7-7 2.2 2.2-7 7zM9.3 4.5l2.2 2.2",
  filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
  hand: "M5.5 8V4.2a.9.9 0 0 1 1.8 0V7M7.3 7V3.3a.9.9 0 0 1 1.8 0V7M9.1 7V4.2a.9.9 0 0 1 1.8 0v4.3M5.5 8 4.4 6.9a.9.9 0 0 0-1.3 1.3l3 4.3a3 3 0 0 0 2.4 1.2h.6a3 3 0 0 0 3-3V6.3a.9.9 0 0 0-1.8 0",
  item: "M8 2.2 13 5v6l-5 2.8L3 11V5zM3 5l5 2.8L13 5M8 7.8v6",
  plus: "M8 3.5v9M3.5 8h9",
  keyboard: "M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.500 7h.01M12 7h.01M5 9.300h6",
} as const;

export type KnowledgeIconName = keyof typeof paths;

export function KnowledgeIcon({
  name,
  size,
  className,
}: {
  name: KnowledgeIconName;
  size?: number;
  className?: string;
}) {
  return <LineIcon path={paths[name]} {...(size && { size })} {...(className && { className })} />;
}

/**
 * File systems take names of up to 255 bytes. A longer one is folded into folders: `aaa…~/~…aaa.md`. Nothing else
 * in this tree ends or begins with `~` on both sides of a slash, so unfolding needs no bookkeeping.
 */
export const foldLongNames = (path: string): string => path.split("/").map(fold).join("/");

export const unfoldLongNames = (path: string): string => path.replaceAll("~/~", "");

const longest = 200;

function fold(name: string): string {
  if (name.length <= longest) return name;
  const pieces = Array.from({ length: Math.ceil(name.length / longest) }, (_, index) =>
    name.slice(index * longest, (index + 1) * longest),
  );
  return pieces.join("~/~");
}

import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Formats the text if the stream is a terminal and NO_COLOR is not set. */
export const style = (stream: NodeJS.WriteStream, format: Format, text: string): string =>
  styleText(format, text, { stream, validateStream: true });

import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours the text if the stream is a terminal that wants them (NO_COLOR is honoured). */
export const style = (stream: NodeJS.WriteStream, format: Format, text: string): string =>
  styleText(format, text, { stream, validateStream: true });

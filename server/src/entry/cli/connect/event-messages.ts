import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";

/** Yields the messages of an event stream. Ends when the signal aborts, even while a reader waits for the next message. */
export function eventMessages(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): ReadableStream<EventSourceMessage> {
  const decoder = new TextDecoder();
  const text = new TransformStream<Uint8Array, string>({
    transform: (bytes, output) => output.enqueue(decoder.decode(bytes, { stream: true })),
  });
  body.pipeTo(text.writable, signal ? { signal } : {}).catch(() => undefined);
  return text.readable.pipeThrough(new EventSourceParserStream());
}

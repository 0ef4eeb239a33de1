export type StreamMessage = { id: string | undefined; event: string; data: string };

/** The messages of a server-sent event stream, as they come. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield parse(block);
  }
}

function parse(block: string): StreamMessage {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
    }),
  );
  return { id: fields.get("id"), event: fields.get("event") ?? "message", data: fields.get("data") ?? "" };
}

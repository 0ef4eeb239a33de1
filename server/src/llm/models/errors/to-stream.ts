/**
 * What a generator yields, as a stream that is pulled and never reads ahead: pieces that wait in a queue are lost when the
 * line breaks, and they were said, and will be billed.
 */
export function toStream<T>(pieces: AsyncGenerator<T, void>): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

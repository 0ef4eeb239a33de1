/** Yields the same items in the same order, and requests the next one while the caller uses the current one. */
export async function* prefetch<T>(things: AsyncIterable<T>): AsyncGenerator<T> {
  const source = things[Symbol.asyncIterator]();
  const ask = () => {
    const asked = source.next();
    asked.catch(() => undefined); // reported when this item is reached
    return asked;
  };
  let next = ask();
  try {
    for (let got = await next; !got.done; got = await next) {
      next = ask();
      yield got.value;
    }
  } finally {
    await next.catch(() => undefined); // no request is left running when this returns
    await source.return?.();
  }
}

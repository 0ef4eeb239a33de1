/** The same things in the same order; while one is used, the next is on its way already. */
export async function* prefetch<T>(things: AsyncIterable<T>): AsyncGenerator<T> {
  const source = things[Symbol.asyncIterator]();
  const ask = () => {
    const asked = source.next();
    asked.catch(() => undefined); // heard when its turn comes
    return asked;
  };
  let next = ask();
  try {
    for (let got = await next; !got.done; got = await next) {
      next = ask();
      yield got.value;
    }
  } finally {
    await next.catch(() => undefined); // nothing is asked any more when this is over
    await source.return?.();
  }
}

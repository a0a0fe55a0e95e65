const MOST_AT_ONCE = 4;

/** The results of some work for each of these, a few at a time, in their order. */
export async function ofEach<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker));
  return results;
}

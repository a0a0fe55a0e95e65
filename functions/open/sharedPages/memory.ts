/**
 * Remembers what is expensive to make for some seconds, in this container, and at most so many of them. Concurrent
 * requests make it once.
 */
export function remembering<Value>(seconds: number, most: number) {
  const kept = new Map<string, { value: Promise<Value>; until: number }>();
  return async (name: string, make: () => Promise<Value>): Promise<Value> => {
    const now = Date.now();
    const entry = kept.get(name);
    if (entry && entry.until > now) return await entry.value;
    kept.delete(name);
    // Of a full memory, what was made first is forgotten.
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    const value = make();
    kept.set(name, { value, until: now + seconds * 1000 });
    // What failed is made again.
    value.catch(() => kept.delete(name));
    return await value;
  };
}

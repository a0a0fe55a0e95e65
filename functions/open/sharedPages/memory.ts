/**
 * Remembers what is expensive to make for some seconds, in this container, and at most so many of them. Concurrent
 * requests make it once.
 */
export function remembering<Value>(seconds: number, most: number) {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  return async (name: string, make: () => Promise<Value>): Promise<Value> => {
    const now = Date.now();
    const entry = entries.get(name);
    if (entry && entry.until > now) return await entry.value;
    entries.delete(name);
    // Of a full memory, what was made first is forgotten.
    const [oldest] = entries.keys();
    if (entries.size >= most && oldest !== undefined) entries.delete(oldest);
    const value = make();
    entries.set(name, { value, until: now + seconds * 1000 });
    // What failed is made again.
    value.catch(() => entries.delete(name));
    return await value;
  };
}

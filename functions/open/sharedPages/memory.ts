/**
 * Caches values that are expensive to make: each for `seconds`, at most `most` of them, in this container. Concurrent
 * requests for a value make it once.
 */
export function remembering<Value>(seconds: number, most: number) {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  return async (name: string, make: () => Promise<Value>): Promise<Value> => {
    const now = Date.now();
    const entry = entries.get(name);
    if (entry && entry.until > now) return await entry.value;
    entries.delete(name);
    // A full cache drops its oldest value.
    const [oldest] = entries.keys();
    if (entries.size >= most && oldest !== undefined) entries.delete(oldest);
    const value = make();
    entries.set(name, { value, until: now + seconds * 1000 });
    // A failure is not cached.
    value.catch(() => entries.delete(name));
    return await value;
  };
}

/** The names along a circle of what refers to each other; none where there is no circle. */
export function findCircle(names: Iterable<string>, nextOf: (name: string) => string[]): string[] {
  const done = new Set<string>();
  const follow = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of nextOf(name)) {
      const circle = follow(next, [...path, name]);
      if (circle.length > 0) return circle;
    }
    done.add(name);
    return [];
  };
  for (const name of names) {
    const circle = follow(name, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

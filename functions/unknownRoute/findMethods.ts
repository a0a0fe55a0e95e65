/** The methods that a path takes, among route keys such as `GET /v1/websites/{website_uuid}`. */
export function findMethods(routes: string[], path: string): string[] {
  const segments = path.split("/");
  return routes
    .map((route) => route.split(" ", 2) as [method: string, pattern: string])
    .filter(([, pattern]) => matches(pattern.split("/"), segments))
    .map(([method]) => method);
}

function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) =>
      part.startsWith("{") ? segments[index] !== "" : part === segments[index],
    )
  );
}

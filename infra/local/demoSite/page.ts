interface Content {
  title: string;
  /** HTML. */
  body: string;
  viewport?: boolean;
  /** More HTML for the head. */
  head?: string;
}

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">\n';

/** A whole HTML page of the site. */
export function page({ title, body, viewport = true, head = "" }: Content): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>${title}</title>
${viewport ? VIEWPORT : ""}${head}</head>
<body>
<nav><a href="/">Example Bakery</a></nav>
${body}
</body>
</html>
`;
}

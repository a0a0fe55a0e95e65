/** The last page of the audited site. Page 0 is the start page. */
export const LAST_PAGE = 499;

const WORDS =
  "the engine weaves algebraic patterns just as the loom weaves flowers and leaves of every colour".split(
    " ",
  );

/** The path of a page. */
export function pathOf(number: number): string {
  return number === 0 ? "/" : `/page/${number}`;
}

/** A page of 20 KB: images, 40 links to other pages, and now and then a broken link. */
export function pageAt(number: number, elsewhere: string): string {
  const near = Array.from({ length: 40 }, (_, n) => (number * 7 + n * 13) % (LAST_PAGE + 1));
  const faults = number % 25 === 24 ? brokenLinks(number, elsewhere) : "";
  return `<!doctype html>
<html lang="en">
<head>
<title>Page ${number}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/image-icon.png">
<script src="/script.js"></script>
</head>
<body>
<h1>Page ${number}</h1>
<p><a href="${pathOf((number + 1) % (LAST_PAGE + 1))}">Next</a>
<a href="${elsewhere}/about">Elsewhere</a> <a href="mailto:ada@example.com">Write</a></p>
<img src="/image${number % 50}.png" srcset="/image${number % 50}.png 1x, /image9.png 2x" alt="">
${near.map((other) => `<p>${nameOf(number * 500 + other)} ${prose(other)} <a href="${pathOf(other)}#top">Page ${other}</a>.</p>`).join("\n")}
${faults}
</body>
</html>`;
}

function brokenLinks(number: number, elsewhere: string): string {
  return `<a href="/missing/${number}">Missing</a> <a href="/moved/${number}">Moved</a>
<img src="/missing-${number}.png" alt=""> <a href="${elsewhere}/missing">Missing elsewhere</a>`;
}

/** Writes digits as letters: pages that differ only by numbers would be taken for a trap. */
export function nameOf(number: number): string {
  const letters = [...String(number)].map((digit) => "bdfgklmprt"[Number(digit)]);
  return `Q${letters.join("a")}`;
}

function prose(seed: number): string {
  return Array.from({ length: 70 }, (_, n) => WORDS[(seed + n * 3) % WORDS.length]).join(" ");
}

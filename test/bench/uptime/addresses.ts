/** The second byte of the addresses of websites that answer, that answer 500, and that never answer. */
const ANSWERING = 1;
export const FAILING = 2;
export const HANGING = 3;

/** The URL of a website of the fleet: each has an address of its own. */
export function siteUrl(index: number, port: number, kind = ANSWERING): string {
  return `http://127.${kind}.${Math.floor(index / 250)}.${(index % 250) + 1}:${port}`;
}

export function siteUrls(count: number, port: number): string[] {
  return Array.from({ length: count }, (_, index) => siteUrl(index, port));
}

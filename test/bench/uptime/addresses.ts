/** The second byte of the addresses of websites that answer, and of those that answer 500. */
const ANSWERING = 1;
export const FAILING = 2;

/** The URL of a website of the fleet: each has an address of its own. */
export function siteUrl(index: number, port: number, kind = ANSWERING): string {
  return `http://127.${kind}.${Math.floor(index / 250)}.${(index % 250) + 1}:${port}`;
}

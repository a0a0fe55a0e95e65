/** Where a site starts that is given as `example.com` or `https://example.com/shop`. */
export function siteUrl(hostname: string): string {
  return /^https?:\/\//i.test(hostname) ? hostname : `http://${hostname}`;
}

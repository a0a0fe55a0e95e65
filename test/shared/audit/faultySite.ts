import type { SiteRoutes } from "../../support/site.ts";

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** A page in English. */
export function page(title: string, body: string, head = VIEWPORT): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
    <body>${body}</body></html>`;
}

/**
 * A small website with known faults: a link to a page that is not there, on two pages; a page
 * without an h1, without a viewport and with one misspelled word; a sitemap that lists what is not
 * there; a private page that robots.txt keeps us out of.
 */
export const faultySite: SiteRoutes = {
  "/robots.txt": {
    headers: { "content-type": "text/plain" },
    body: "User-agent: *\nDisallow: /private\nSitemap: /sitemap.xml\n",
  },
  "/sitemap.xml": ({ headers }, response) => {
    const locations = ["/", "/about", "/not-there"].map(
      (path) => `<url><loc>https://${headers.host}${path}</loc></url>`,
    );
    response.setHeader("content-type", "application/xml");
    response.end(
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join("")}</urlset>`,
    );
  },
  "/": page(
    "Engines",
    `<h1>Engines</h1><p>We build engines for all of you, and they are the best.</p>
     <a href="/about">About</a> <a href="/missing">Missing</a> <a href="/private">Private</a>
     <a href="/blog/first">Blog</a>`,
  ),
  "/about": page(
    "About",
    `<h2>About</h2><p>You will recieve an engine that you can use at home.</p>
     <a href="/missing">Missing</a>`,
    "",
  ),
  "/blog/first": page(
    "First",
    `<h1>First</h1><p>This is our first post, and it is not the last.</p>
     <script type="application/ld+json">{"@type":"BlogPosting","datePublished":"2020-05-04"}</script>`,
  ),
};

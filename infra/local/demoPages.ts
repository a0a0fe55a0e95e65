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

/** What is wrong with the site, and where: what an audit has to find. */
export const faults: readonly { path: string; fault: string }[] = [
  { path: "/missing", fault: "does not exist, and the start page links to it: a broken link" },
  { path: "/old-prices", fault: "redirects to /prices, which is no fault" },
  { path: "/opening-hours", fault: "has no h1" },
  { path: "/team", fault: "has two h1" },
  { path: "/prices", fault: "skips a heading level, from h2 to h4" },
  { path: "/history", fault: "has an empty heading" },
  { path: "/recipes", fault: "has three misspelled words" },
  { path: "/directions", fault: "lacks the meta tag that suits it to small screens" },
  { path: "/sitemap.xml", fault: "lists a page that does not exist and one of another host" },
  {
    path: "/private",
    fault: "has a broken link too, but robots.txt keeps crawlers out of it",
  },
  {
    path: "/",
    fault: "says in JSON-LD who the business is: the phone number ends in another digit",
  },
];

/** The business that `npm start` makes for its demo reseller, but for the end of the phone number. */
const BUSINESS = {
  "@context": "https://schema.org",
  "@type": "Bakery",
  name: "Example Bakery",
  telephone: "+441865000009",
  address: {
    "@type": "PostalAddress",
    streetAddress: "1 High Street",
    addressLocality: "Oxford",
    addressRegion: "Oxfordshire",
    postalCode: "OX1 1AA",
    addressCountry: "GB",
  },
};

const START = page({
  title: "Example Bakery",
  head: `<script type="application/ld+json">${JSON.stringify(BUSINESS)}</script>\n`,
  body: `<h1>Example Bakery</h1>
<p>We bake bread in the middle of the town. This site has known faults, and these are all of them.</p>
<ul>
${faults.map(({ path, fault }) => `<li><a href="${path}">${path}</a> ${fault}</li>`).join("\n")}
</ul>`,
});

/** The pages of the site by path. */
export const pages: Readonly<Record<string, string>> = {
  "/": START,
  "/opening-hours": page({
    title: "Opening hours",
    body: `<h2>Opening hours</h2>
<p>We are open from eight to six on all days of the week, and closed on the first day of the year.</p>`,
  }),
  "/team": page({
    title: "The team",
    body: `<h1>The bakers</h1>
<p>Two of us bake the bread at night, and both have learned the craft with our parents.</p>
<h1>The sellers</h1>
<p>The three of them are in the shop by day, and they know all of our customers by name.</p>`,
  }),
  "/prices": page({
    title: "Prices",
    body: `<h1>Prices</h1>
<h2>Bread</h2>
<h4>Rye bread</h4>
<p>A large loaf of rye bread is the same price as it was in the last year.</p>`,
  }),
  "/history": page({
    title: "History",
    body: `<h1>History</h1>
<p>The house has been a bakery for more than a hundred years, and we have kept the old oven.</p>
<h2></h2>
<p>There was a fire in the street, but the oven and the house were not harmed by it.</p>`,
  }),
  "/recipes": page({
    title: "Recipes",
    body: `<h1>Recipes</h1>
<p>You will recieve the best results with fresh yeast, and the dough must definately rest for an hour.</p>
<p>Keep the flour and the salt in seperate bowls until you begin.</p>`,
  }),
  "/directions": page({
    title: "Directions",
    viewport: false,
    body: `<h1>Directions</h1>
<p>The shop is on the left side of the road as you come from the station.</p>`,
  }),
  "/private": page({
    title: "Private",
    body: `<h1>Private</h1>
<p>No crawler that keeps to the rules reads this, so it finds no <a href="/secret">broken link</a>.</p>`,
  }),
};

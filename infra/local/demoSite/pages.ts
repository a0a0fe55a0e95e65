import { faults } from "./faults.ts";
import { page } from "./page.ts";

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

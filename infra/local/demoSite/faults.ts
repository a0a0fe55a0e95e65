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

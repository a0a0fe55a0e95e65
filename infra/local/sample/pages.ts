/** What is wrong with a page, as an audit finds it; the subject is the page, unless it says another. */
interface Fault {
  code: string;
  subject?: string;
  detail?: Record<string, unknown>;
}

interface FaultyPage {
  title: string;
  /** Absent: the page is not there, and the start page links to it. */
  body?: string;
  viewport?: false;
  faults: Fault[];
}

const RECEIVE = "You will recieve our letter once a month.";
const SEPARATE = "We have two seperate rooms now, and a third one will definately follow.";

/** The faulty pages that a website can have, by path. */
export const faultyPages: Readonly<Record<string, FaultyPage>> = {
  "/offers": {
    title: "Our offers",
    faults: [
      {
        code: "broken_link",
        detail: { reason: "http_4xx", technical: "404", text: "Our offers" },
      },
    ],
  },
  "/hours": {
    title: "Opening hours",
    body: "<h2>Opening hours</h2><p>We are open from eight to six on all days of the week.</p>",
    faults: [{ code: "missing_h1" }],
  },
  "/team": {
    title: "The team",
    body: `<h1>In the office</h1><p>Two of us answer the telephone and write the bills.</p>
<h1>Behind the scenes</h1><p>Three of us keep everything in good order.</p>`,
    faults: [{ code: "several_h1" }],
  },
  "/history": {
    title: "History",
    body: `<h1>History</h1><p>The house is more than a hundred years old.</p>
<h2></h2><p>There was a fire in the street, but nobody was harmed.</p>`,
    faults: [{ code: "empty_heading", subject: "h2", detail: { level: 2, position: 2 } }],
  },
  "/news": {
    title: "News",
    body: `<h1>News</h1><p>${RECEIVE}</p><p>${SEPARATE}</p>`,
    faults: [
      misspelled("recieve", "receive", RECEIVE),
      misspelled("seperate", "separate", SEPARATE),
      misspelled("definately", "definitely", SEPARATE),
    ],
  },
  "/directions": {
    title: "Directions",
    viewport: false,
    body: "<h1>Directions</h1><p>The door is on the left side as you come from the station.</p>",
    faults: [{ code: "no_viewport", subject: "" }],
  },
};

function misspelled(word: string, suggestion: string, sentence: string): Fault {
  return { code: "misspelled_word", subject: word, detail: { suggestion, sentence } };
}

/** The faults of a faulty page of a website, with the page that has them. */
export function faultsOf(origin: string, path: string) {
  const { body, faults = [] } = faultyPages[path] ?? {};
  const url = origin + path;
  return faults.map(({ code, subject = url, detail = {} }) => ({
    ...{ code, subject, detail, pages: [body === undefined ? `${origin}/` : url] },
  }));
}

const TEXTS: Readonly<Record<string, readonly [welcome: string, contact: string, call: string]>> = {
  en: [
    "We are a small business in the middle of the town, and we look forward to your visit.",
    "Contact",
    "Call us or write to us, and we will answer on the same day.",
  ],
  de: [
    "Wir sind ein kleiner Betrieb mitten in der Stadt und freuen uns auf Ihren Besuch.",
    "Kontakt",
    "Rufen Sie uns an oder schreiben Sie uns, wir antworten am selben Tag.",
  ],
  fr: [
    "Nous sommes une petite maison au centre de la ville et nous vous attendons avec plaisir.",
    "Contact",
    "Appelez-nous ou écrivez-nous, nous vous répondons le jour même.",
  ],
  nl: [
    "Wij zijn een klein bedrijf midden in de stad en wij kijken uit naar uw bezoek.",
    "Contact",
    "Bel of schrijf ons, wij antwoorden op dezelfde dag.",
  ],
};

interface Site {
  business: string;
  /** The beginning of the host name, such as `shop.oldmill`. */
  name: string;
  language: string;
  faults: readonly string[];
}

/** The HTML of a page of a website, without its end; undefined for a page that is not there. */
export function renderPage(site: Site, path: string): string | undefined {
  const { business, name, faults } = site;
  const language = site.language.slice(0, 2);
  const [welcome, contact, call] = TEXTS[language] ?? ["", "", ""];
  const faulty = faults.includes(path) ? faultyPages[path] : undefined;
  const links = faults.map((at) => `<li><a href="${at}">${faultyPages[at]?.title}</a></li>`);
  const bodies: Record<string, string | undefined> = {
    "/": `<h1>${business}</h1><p>${welcome}</p><ul>${links.join("")}</ul>`,
    "/contact": `<h1>${contact}</h1><p>${call}</p>`,
  };
  const body = faulty?.body ?? bodies[path];
  if (body === undefined) return undefined;
  const title = faulty?.title ?? (path === "/" ? name : contact);
  return `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<title>${title} – ${business}</title>
<meta name="description" content="${title}, ${business}">
<meta property="og:image" content="/icon.svg">
<link rel="icon" href="/icon.svg">
${(faulty?.viewport ?? true) ? '<meta name="viewport" content="width=device-width, initial-scale=1">' : ""}
</head>
<body>
<nav><a href="/">${business}</a> <a href="/contact">${contact}</a></nav>
${body}
`;
}

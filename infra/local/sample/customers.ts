/** A customer of the sample's agency, and the names of its websites. */
export interface Customer {
  business: string;
  industry: string;
  first_name: string;
  last_name: string;
  language: string;
  /** Since when it is a customer, in days. */
  days: number;
  sites: string[];
}

const TABLE = `
Harbour Cycles    | Bicycle shop | Tom Reed       | en-GB | 90  | harbourcycles hire.harbourcycles workshop.harbourcycles
Old Mill Bakery   | Bakery       | Joan Clarke    | en-GB | 90  | oldmill shop.oldmill jobs.oldmill
Goldener Adler    | Hotel        | Anna Maurer    | de-DE | 88  | goldener-adler restaurant.goldener-adler tagung.goldener-adler spa.goldener-adler
Mill Street Dental| Dentist      | Priya Shah     | en-GB | 85  | millstreetdental book.millstreetdental kids.millstreetdental
Tischlerei Lindner| Joinery      | Jonas Lindner  | de-DE | 80  | lindner kuechen.lindner treppen.lindner
Kestrel Accounting| Accountants  | Grace Okafor   | en-GB | 77  | kestrel payroll.kestrel portal.kestrel help.kestrel
Café Beaulieu     | Café         | Luc Bernard    | fr-FR | 70  | beaulieu carte.beaulieu traiteur.beaulieu
Fernhill Vets     | Vets         | Ewan Fraser    | en-GB | 66  | fernhill shop.fernhill farm.fernhill
Green Lane Nursery| Day nursery  | Mia Turner     | en-GB | 51  | greenlane parents.greenlane forest.greenlane
De Vries Fietsen  | Bicycle shop | Sanne de Vries | nl-NL | 38  | devries verhuur.devries outlet.devries
Salt & Pine Yoga  | Yoga studio  | Nadia Rossi    | en-GB | 24  | saltandpine retreats.saltandpine video.saltandpine shop.saltandpine
Brightwater Spa   | Spa          | Helen Marsh    | en-GB | 4   | brightwater gifts.brightwater lodge.brightwater members.brightwater
`;

export const customers: Customer[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [business = "", industry = "", contact = "", language = "", days, sites = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    const [first_name = "", ...last] = contact.split(" ");
    return {
      ...{ business, industry, first_name, last_name: last.join(" "), language },
      ...{ days: Number(days), sites: sites.split(" ") },
    };
  });

/** What is special about a website: its state, its faulty pages (`pages.ts`), and those that were mended. */
interface Story {
  state?: "down" | "unstable" | "maintenance";
  faults?: string[];
  mended?: string[];
}

/** The website that is audited first, and has every fault. */
export const BAKERY = "oldmill";

export const stories: Readonly<Record<string, Story>> = {
  harbourcycles: { state: "down", faults: ["/team", "/offers"] },
  "goldener-adler": { state: "down" },
  "book.millstreetdental": { state: "unstable" },
  "kuechen.lindner": { state: "maintenance" },
  millstreetdental: { faults: ["/directions", "/news"], mended: ["/offers"] },
  kestrel: { faults: ["/hours"], mended: ["/team", "/news"] },
  "help.kestrel": { faults: ["/offers"] },
  fernhill: { faults: ["/news", "/history"], mended: ["/directions"] },
  "parents.greenlane": { faults: ["/directions"] },
  saltandpine: { faults: ["/offers", "/team"], mended: ["/hours"] },
};

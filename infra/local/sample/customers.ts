import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A website of the sample. Its faulty pages are in `faults.json`; the mended ones were among them. */
export interface Site {
  /** The beginning of its host name: `shop.oldmill`. */
  name: string;
  business: string;
  state: string;
  faults: string[];
  mended: string[];
}

/** The website that is audited first, and has every fault. */
export const BAKERY = "oldmill";
/** A website of the customer whose pages are shared. */
export const SHOWN = "millstreetdental";

export const sites: Site[] = rowsOf("websites.csv").map(
  ([name = "", business = "", state = "", faults = "", mended = ""]) => ({
    ...{ name, business, state },
    ...{ faults: faults.split(" ").filter(Boolean), mended: mended.split(" ").filter(Boolean) },
  }),
);

/** A website that is checked before its owner is a customer. */
export const PROSPECT: Site = {
  ...{ name: "hopyard", business: "Hopyard Brewery (sample)", state: "" },
  ...{ faults: ["/offers", "/team"], mended: [] },
};

/** The customers of the sample's agency, with the days for which they have been customers. */
export const customers = rowsOf("customers.csv").map(
  ([business = "", industry = "", first_name = "", last_name = "", language = "", days = ""]) => ({
    ...{ business, industry, first_name, last_name, language, days: Number(days) },
    sites: sites.filter((site) => site.business === business),
  }),
);

export type Customer = (typeof customers)[number];

/** The rows of a table beside this file, without its head. No value has a comma. */
function rowsOf(file: string): string[][] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, file), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => line.split(","));
}

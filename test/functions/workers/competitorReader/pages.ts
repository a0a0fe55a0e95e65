import type { Page } from "../../../../shared/audit/pages/page.ts";

/** The fields of a competitor, except its name, before its site is read. */
export const UNREAD = {
  industry: "",
  address_line_1: "",
  address_line_2: "",
  address_line_3: "",
  city: "",
  county: "",
  country_code: "",
  postcode: "",
  phone_number: "",
};

/** An empty page with the given properties. */
export function makePage(overrides: Partial<Page> = {}): Page {
  return {
    url: "https://www.acme.example/",
    status: 200,
    isStart: true,
    links: [],
    headings: [],
    text: [],
    jsonLd: [],
    meta: {},
    feeds: [],
    telephoneLinks: [],
    ...overrides,
  };
}

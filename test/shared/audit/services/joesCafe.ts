import type { Listing } from "../../../../shared/audit/services/businessListing.ts";

/** A business, and how a directory shows it. */
export const BUSINESS = {
  name: "Joe's Café Ltd",
  hostname: "https://www.joescafe.example/",
  postcode: "NW1 6XE",
  city: "London",
  country_code: "GB",
  phone_number: "+442079460123",
};
export const LISTING: Listing = {
  names: ["Joe's Café"],
  postcode: "NW1 6XE",
  phones: ["020 7946 0123"],
};

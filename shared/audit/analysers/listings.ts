import type { FaultCode } from "../../catalogue/faultTexts.ts";
import { describeError, log } from "../../platform/log.ts";
import {
  type BusinessDetails,
  compareListing,
  type ListingDirectory,
} from "../services/businessListing.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { ofWebsite } from "./faults.ts";

/**
 * Looks a business up in a directory and compares name, postcode and phone. The directory counts as inconsistent if one
 * of the three differs. `missing_listing_details`: one of the three could not be compared, because the listing or the
 * business lacks it. Undefined if the directory could not be asked.
 */
async function examineListing(
  business: BusinessDetails,
  directory: ListingDirectory,
): Promise<Examined | undefined> {
  const listing = await directory.find(business);
  if (listing === undefined) return undefined;
  const none = { differing: [], missing: [] };
  const { differing, missing } = listing ? compareListing(business, listing) : none;
  const counts = {
    directories_tested_count: 1,
    directories_found_count: listing ? 1 : 0,
    directories_inconsistent_count: differing.length > 0 ? 1 : 0,
  };
  const codes: FaultCode[] = [];
  if (!listing) codes.push("listing_missing");
  if (differing.length > 0) codes.push("listing_differs");
  if (missing.length > 0) codes.push("listing_incomplete");
  return {
    faults: codes.map((code) => ofWebsite(code, "", counts)),
    details: { ...counts, missing_listing_details: missing.length > 0 },
  };
}

export const listings: Analyser = {
  feature: "listings",
  explanation:
    "Looks the business up in OpenStreetMap by name and postcode, or city, if the provider has set it up, and compares name, postcode and phone number. The website itself is no directory. There is no item if the directory could not be asked.",
  reads: "nothing",
  asksServices: true,
  begin: () => ({
    async examine({ hostname, business, sources }) {
      const details = { ...business?.address, name: business?.name ?? "", hostname };
      try {
        return sources.directory && (await examineListing(details, sources.directory));
      } catch (error) {
        log("warn", "the directory could not be asked", describeError(error));
        return undefined;
      }
    },
  }),
};

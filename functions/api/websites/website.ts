import * as z from "zod/mini";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { hostname } from "../../../shared/fields/fields.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";

/** The body of a website (section 4.2 of the specification). */
export const websiteBody = z.object({ hostname });

/** The answer to GET of a website. */
export function showWebsite(found: WebsiteRecord) {
  return fetched(presentWebsite(found));
}

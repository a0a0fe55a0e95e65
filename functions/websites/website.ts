import * as z from "zod/mini";
import { hostname } from "../../shared/fields/fields.ts";

/** The body of a website (section 4.2 of the specification). */
export const websiteBody = z.object({ hostname });

import * as z from "zod/mini";
import { hostname } from "../../shared/fields.ts";

/** The body of a website: `{hostname}`. */
export const websiteBody = z.object({ hostname });

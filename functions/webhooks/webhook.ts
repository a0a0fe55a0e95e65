import * as z from "zod/mini";
import { isHostname, text } from "../../shared/fields/fields.ts";
import { ownUrl } from "../../shared/fields/siteUrl.ts";
import { rule } from "../../shared/http/validation.ts";

/** An absolute http or https URL that webhooks are sent to. */
const endpointUrl = (label: string) =>
  text(label).check(
    rule(
      "format",
      `${label} must be an http or https URL`,
      (value) => isHostname(value) && ownUrl(value) !== undefined,
    ),
  );

/** The URL comes as `hostname` or as `endpoint`, which counts where both are sent. */
export const webhookBody = z
  .object({
    hostname: z.optional(endpointUrl("Hostname")),
    endpoint: z.optional(endpointUrl("Endpoint")),
  })
  .check(
    rule(
      "required",
      "Hostname is required",
      ({ hostname, endpoint }) => (endpoint ?? hostname) !== undefined,
      "hostname",
    ),
  );

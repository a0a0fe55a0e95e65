import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { assertPauseOver } from "../../../shared/limits/pause.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { checkAskedWrite, websites } from "../../../shared/lists/websites.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { checkRequestSchema } from "../../../shared/resources/monitoringSchemas.ts";

const LEAST_SECONDS = 60;

/** Has the website probed separately at once: the table's stream sends the message. */
export const requestCheck = postEndpoint({
  route: "POST /v1/websites/{website_uuid}/check",
  id: "requestCheck",
  summary: "Request a check of a website",
  details:
    "The website is probed within seconds, beside its usual probes; a failure still has to be confirmed. A request within a minute of the last one is answered with 429 and `retry-after`. While the website is paused: 422 (`website_uuid`).",
  response: () => doneOf("Check requested", checkRequestSchema),
  async answer({ reseller_uuid, uuid, keep }) {
    await retryOnConflict(async () => {
      const website = await getListed(websites, { reseller_uuid, uuid });
      const { paused_since, check_asked_at } = website;
      if (paused_since) {
        const options =
          "The website is not checked: its user is suspended, or its plan has no uptime checks";
        throw new ValidationFailed({ website_uuid: { options } });
      }
      assertPauseOver(check_asked_at, LEAST_SECONDS, "A check was requested within the minute");
      const now = timestamp();
      const answer = done("Check requested", { website_uuid: uuid, requested_at: now });
      await transact(checkAskedWrite(website, now), ...keep(answer));
    });
  },
});

import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { assertPauseOver } from "../../../shared/limits/rates.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { checkAskedWrite, websiteCheck, websites } from "../../../shared/lists/websites.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { retryOnConflict, transact, type Write } from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { requestedSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { findAuditCheck } from "../../../shared/uptime/audits.ts";
import { findSubscription, isWanted } from "../../../shared/uptime/subscription.ts";

/** @file What a client asks for at once: an audit, or a check. */

const HOUR_SECONDS = 3600;

/** Makes the website's audit due now; the schedule enqueues it within a minute. */
export const requestAudit = postEndpoint({
  route: "POST /v1/websites/{website_uuid}/audit",
  id: "requestAudit",
  summary: "Request an audit of a website",
  details:
    "The audit begins within a minute or two. It uses the results of another website with the same address, if that was audited within the hour. A website can be audited once an hour: a request within an hour of the last audit, or of the last request, is answered with 429 and `retry-after`. While the user is suspended: 422 (`website_uuid`).",
  response: () => doneOf("Audit requested", requestedSchema),
  async answer({ reseller_uuid, uuid, keep }) {
    const key = { reseller_uuid, uuid };
    await retryOnConflict(async () => {
      const { business_uuid } = await getListed(websites, key);
      await assertAudited({ reseller_uuid, uuid: business_uuid });
      const now = timestamp();
      const check = await findAuditCheck(key);
      const answer = done("Audit requested", { website_uuid: uuid, requested_at: now });
      // A website without a check is about to get one that is due.
      await transact(check ? makeDue(check, now) : websiteCheck(key), ...keep(answer));
    });
  },
});

/** Throws ValidationFailed if the websites of a business are not audited at the moment. */
async function assertAudited(business: OwnedKey) {
  const subscription = await findSubscription(business);
  if (isWanted("audit", subscription)) return;
  const options = "The website is not audited: its user is suspended";
  throw new ValidationFailed({ website_uuid: { options } });
}

/** Makes an audit due now; throws TooManyRequests if it ran or was requested within the hour. */
function makeDue(check: CheckRecord, now: string): Write {
  const { reseller_uuid, uuid, kind, shard, crawled_at = "", asked_at = "" } = check;
  const last = [crawled_at, asked_at].toSorted().at(-1);
  const message = "The website was audited, or an audit was requested, within the hour";
  assertPauseOver(last, HOUR_SECONDS, message);
  return (
    Check.patch({ reseller_uuid, uuid, kind })
      // An audit that is under way is done again: it began before it was asked for.
      .set({ due_at: now, asked_at: now, shard })
      .where(({ due_at, hostname, asked_at: requested_at }, { eq, notExists }) =>
        [
          eq(due_at, check.due_at),
          eq(hostname, check.hostname),
          asked_at ? eq(requested_at, asked_at) : notExists(requested_at),
        ].join(" AND "),
      )
  );
}

const LEAST_SECONDS = 60;

/** Has the website probed separately at once: the table's stream sends the message. */
export const requestCheck = postEndpoint({
  route: "POST /v1/websites/{website_uuid}/check",
  id: "requestCheck",
  summary: "Request a check of a website",
  details:
    "The website is probed within seconds, beside its usual probes; a failure still has to be confirmed. A request within a minute of the last one is answered with 429 and `retry-after`. While the website is paused: 422 (`website_uuid`).",
  response: () => doneOf("Check requested", requestedSchema),
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

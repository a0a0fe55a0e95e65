import * as z from "zod/mini";
import {
  addressesOf,
  changeAlerts,
  presentAlerts,
  readAlerts,
} from "../../../shared/alerts/alerts.ts";
import { described, nullable } from "../../../shared/fields/described.ts";
import { email, text } from "../../../shared/fields/fields.ts";
import { rule, shortArray } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { alertsSchema } from "./accountSchemas.ts";

export const fetchAlerts = endpoint({
  route: "GET /v1/account/alerts",
  id: "fetchAlerts",
  summary: "Fetch who gets alerts",
  response: () => fetchedOf(alertsSchema),
  async answer({ reseller_uuid }) {
    return fetched(presentAlerts(await readAlerts(reseller_uuid)));
  },
});

const MOST_ADDRESSES = 10;
const MOST_MINUTES = 30;
const TIME = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

const addresses = shortArray(
  MOST_ADDRESSES,
  `At most ${MOST_ADDRESSES} addresses get alerts`,
  z
    .array(email("Each address"))
    .check(
      rule(
        "unique",
        "Addresses must differ",
        (emails) => new Set(emails.map((each) => each.toLowerCase())).size === emails.length,
        { keywords: { uniqueItems: true } },
      ),
    ),
);

const delay = z.number().check(
  rule("type", "Delay minutes must be a whole number", Number.isInteger, {
    keywords: { type: "integer" },
  }),
  rule("min", "Delay minutes must be >= 1", (minutes) => minutes >= 1, {
    keywords: { minimum: 1 },
  }),
  rule("max", `Delay minutes must be <= ${MOST_MINUTES}`, (minutes) => minutes <= MOST_MINUTES, {
    keywords: { maximum: MOST_MINUTES },
  }),
);

function wallClock(label: string) {
  return text(label).check(
    rule("format", `${label} must be a time such as 22:00`, (value) => TIME.test(value), {
      keywords: { pattern: TIME.source },
    }),
  );
}

const quietHours = z
  .object({
    from: described(wallClock("From"), "When they begin.", "22:00"),
    to: described(wallClock("To"), "When they end, on the next day if before `from`.", "06:00"),
  })
  .check(
    rule("min", "To must not be the same as from", ({ from, to }) => from !== to, { field: "to" }),
  );

const body = z.object({
  addresses: described(
    addresses,
    "Who gets alerts; an empty list ends them. An address that has unsubscribed stays unsubscribed while it is in the list.",
    ["ops@example.com"],
  ),
  delay_minutes: described(delay, "A website that is up again within this time makes no alert.", 5),
  quiet_hours: nullable(
    quietHours,
    "When nothing is sent, in the account's time zone; `null`: never.",
    { from: "22:00", to: "06:00" },
  ),
});

/** Changes who gets alerts, and when. */
export const updateAlerts = endpoint({
  route: "PATCH /v1/account/alerts",
  id: "updateAlerts",
  summary: "Change who gets alerts by e-mail, and when",
  details:
    "An alert says that websites went down or came back. Those of two minutes share one e-mail. Nothing is sent of a website in maintenance, and no e-mail leaves a sandbox.",
  response: () => doneOf("Alerts updated", alertsSchema),
  exampleBody: {
    addresses: ["ops@example.com"],
    delay_minutes: 5,
    quiet_hours: { from: "22:00", to: "06:00" },
  },
  body: z.partial(body),
  async answer({ reseller_uuid, body }) {
    const { addresses, ...others } = body;
    const changed = await changeAlerts(reseller_uuid, (alerts) => ({
      ...others,
      ...(addresses && { addresses: addressesOf(alerts, addresses) }),
    }));
    return updated("Alerts", presentAlerts(changed));
  },
});

import { Fragment } from "preact";
import type {
  Account,
  AccountReportMails,
  Alerts,
  Deleted,
  Plan,
  Result,
} from "reseller-website-monitoring-client";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { useConsole, useGet } from "../answers.ts";
import { languageOptions, showHost, showNumber, showWhen } from "../format.ts";
import { Field, Form } from "../parts/form.tsx";
import { type Column, cursorOf, List, timeColumn } from "../parts/list.tsx";
import { Restore } from "../parts/record.tsx";
import { Shown } from "../parts/shown.tsx";
import type { ScreenProps } from "../place.ts";

const MOST_DELETED = 20;

/** The plans and the key, who gets which e-mail, limits that are near, and what was deleted. */
export function AccountScreen({ place }: ScreenProps) {
  const account = useGet("/v1/account");
  const plans = useGet("/v1/plans");
  const alerts = useGet("/v1/account/alerts");
  const reports = useGet("/v1/account/report-mails");
  return (
    <Shown answer={account}>
      {({ data }) => (
        <>
          <h1>
            <bdi>{data.name}</bdi>
          </h1>
          <Facts account={data} plans={plans.data?.data ?? []} />
          <Shown answer={alerts}>
            {({ data: alerts }) => (
              <Shown answer={reports}>
                {({ data: reports }) => (
                  <>
                    <section>
                      <h2>E-mails</h2>
                      <Mails account={data} {...{ alerts, reports }} />
                    </section>
                    {/* They would move if they came before the e-mails. */}
                    <Limits account={data} />
                    <section>
                      <h2>Deleted in the last 7 days</h2>
                      <DeletedRecords place={place} />
                    </section>
                  </>
                )}
              </Shown>
            )}
          </Shown>
        </>
      )}
    </Shown>
  );
}

/** The plans, and what the key may do. */
function Facts({ account: { api_key: key }, plans }: { account: Account; plans: Plan[] }) {
  const { name, is_test, is_read_only, allowed_ips, expires_at } = key;
  return (
    <dl>
      <dt>{plans.length === 1 ? "Plan" : "Plans"}</dt>
      <dd>
        {plans
          .map((plan) => plan.name + (plan.is_default && plans[1] ? " (default)" : ""))
          .join(", ")}
      </dd>
      <dt>This key</dt>
      <dd>
        <bdi>{name}</bdi>
        {is_test && " · sandbox"} · {is_read_only ? "read only" : "read and write"} ·{" "}
        {expires_at === null ? "does not expire" : `expires ${showWhen(expires_at)}`}
      </dd>
      <dt>Allowed from</dt>
      <dd>{allowed_ips?.join(", ") ?? "any network"}</dd>
    </dl>
  );
}

const delays = [1, 2, 3, 5, 10, 15, 30];
const frequencies = { monthly: "Every month", weekly: "Every week", none: "Never" } as const;

interface MailsProps {
  account: Account;
  alerts: Alerts;
  reports: AccountReportMails;
}

/** Who is told by e-mail when websites go down, how often customers get reports, and in which language and time zone. */
function Mails({ account, alerts, reports }: MailsProps) {
  const { client } = useConsole();
  const { from = "", to = "" } = alerts.quiet_hours ?? {};
  const change = async (values: Record<string, string>): Promise<Result<unknown>> => {
    const { addresses = "", delay_minutes, frequency, from, to, timezone = "" } = values;
    const alerted = await client.PATCH("/v1/account/alerts", {
      body: {
        addresses: addresses.split(/[\s,;]+/).filter(Boolean),
        delay_minutes: Number(delay_minutes),
        quiet_hours: from || to ? { from: from ?? "", to: to ?? "" } : null,
      },
    });
    if (alerted.error) return alerted;
    const language = textLanguages.find((each) => each === values["language"]);
    const body = { ...(language && { language }), timezone };
    const changed = await client.PATCH("/v1/account", { body });
    if (changed.error) return changed;
    return await client.PATCH("/v1/account/report-mails", {
      body: { frequency: frequency as keyof typeof frequencies },
    });
  };
  return (
    <Form class="settings" submit="Save" done="Saved" send={change}>
      <Field
        name="addresses"
        label="Alerts to"
        hint="up to ten addresses, separated by commas; leave empty for no alerts"
        placeholder="ops@example.com"
        inputMode="email"
        value={alerts.addresses.join(", ")}
        isOptional
      />
      {alerts.unsubscribed_addresses.length > 0 && (
        <p class="problem">Unsubscribed: {alerts.unsubscribed_addresses.join(", ")}</p>
      )}
      <Field
        name="delay_minutes"
        label="Send an alert after a website is down for"
        value={String(alerts.delay_minutes)}
        options={[...new Set([...delays, alerts.delay_minutes])]
          .toSorted((one, other) => one - other)
          .map((minutes) => [String(minutes), minutes === 1 ? "1 minute" : `${minutes} minutes`])}
      />
      <div class="pair">
        <Field name="from" label="No alerts from" type="time" value={from} isOptional />
        <Field name="to" label="To" type="time" value={to} isOptional />
      </div>
      <p class="soft">At the end of these hours, one e-mail lists what is still down.</p>
      <Field
        name="frequency"
        label="Reports to customers"
        hint={
          reports.last_sent &&
          `last to ${reports.last_sent.count}, ${showWhen(reports.last_sent.at)}`
        }
        value={reports.frequency}
        options={Object.entries(frequencies)}
      />
      <Field
        name="language"
        label="Language of e-mails to you"
        value={account.language}
        options={languageOptions}
      />
      <Field
        name="timezone"
        label="Time zone"
        value={account.timezone}
        suggestions={Intl.supportedValuesOf("timeZone")}
      />
    </Form>
  );
}

const uses = {
  users: "Customers",
  businesses: "Businesses",
  websites: "Websites",
  webhooks: "Webhooks",
  shares: "Shares",
  prospects_per_day: "Websites checked today without a customer",
  reads_per_minute: "Reads in the last minute",
  writes_per_minute: "Writes in the last minute",
  deliveries_per_minute: "Deliveries in this minute",
  mails: "E-mails today, in UTC",
} as const;

/** Limits of which more than half is used. */
function Limits({ account: { record_limits, request_limits, mail } }: { account: Account }) {
  const all = { ...record_limits, ...request_limits, mails: mail.per_day };
  const near = (Object.keys(uses) as (keyof typeof uses)[]).flatMap((name) => {
    const use = all[name];
    return use && use.count > use.max / 2 ? [{ text: uses[name], ...use }] : [];
  });
  if (near.length === 0) return null;
  return (
    <section>
      <h2>Limits</h2>
      <dl>
        {near.map(({ text, count, max }) => (
          <Fragment key={text}>
            <dt>{text}</dt>
            <dd>
              {showNumber(count)} of {showNumber(max)}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** What was deleted and can be restored, newest first. */
function DeletedRecords({ place }: ScreenProps) {
  const query = { ...cursorOf(place), per_page: MOST_DELETED };
  const { data } = useGet("/v1/account/deleted", { query });
  return (
    <List
      label="deleted records"
      columns={deletedColumns}
      page={data}
      place={place}
      empty={<p>Nothing was deleted.</p>}
    />
  );
}

const deletedColumns: readonly Column<Deleted>[] = [
  { id: "name", head: "Name", by: ({ name }) => name, cell: ({ name }) => showHost(name) },
  { id: "kind", head: "Kind", cell: ({ type }) => (type === "user" ? "customer" : type) },
  timeColumn("deleted", "Deleted", ({ deleted_at }) => deleted_at),
  { id: "restore", head: "Restore", cell: ({ uuid }) => <Restore uuid={uuid} /> },
];

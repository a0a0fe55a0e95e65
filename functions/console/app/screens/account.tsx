import type { Account } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showNumber, showWhen } from "../format.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { cursorOf } from "../parts/pager.tsx";
import { Shown } from "../parts/shown.tsx";
import { Table } from "../parts/table.tsx";
import { UsageByMonth } from "../parts/usage.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";

const MOST_DELETED = 20;

const uses = {
  users: "Customers",
  businesses: "Businesses",
  websites: "Websites",
  webhooks: "Webhooks",
  shares: "Shared pages",
  websites_per_business: "Websites of each business",
  competitors_per_business: "Competitors of each business",
  reads_per_minute: "Reads in the last minute",
  writes_per_minute: "Writes in the last minute",
  deliveries_per_minute: "Deliveries in this minute",
  mails: "E-mails today, in UTC",
} as const;

/** What the account may have and has, what was deleted, and what the key may do. */
export function AccountScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  useTitle("Account");
  const answer = useAnswer("account", (signal) => client.GET("/v1/account", { signal }));
  return (
    <Shown answer={answer}>
      {({ data }) => (
        <>
          <h1>
            <bdi>{data.name}</bdi>
          </h1>
          <p>
            <a href={linkTo("alerts")}>Alerts, language and time zone</a>
          </p>
          <section>
            <h2>This key</h2>
            <Key account={data} />
          </section>
          <section>
            <h2>Limits</h2>
            <Table label="Limits" head={["Limit", "Used", "Allowed"]}>
              {usesOf(data).map(({ name, use }) => (
                <tr key={name}>
                  <th scope="row">{uses[name]}</th>
                  <td class="number" data-label="Used">
                    {use?.count === undefined ? "" : showNumber(use.count)}
                  </td>
                  <td class="number" data-label="Allowed">
                    {use ? showNumber(use.max) : "no limit"}
                  </td>
                </tr>
              ))}
            </Table>
          </section>
          <section>
            <h2>Usage by month</h2>
            <UsageByMonth />
          </section>
          <section>
            <h2>Deleted in the last 7 days</h2>
            <Deleted place={place} />
          </section>
        </>
      )}
    </Shown>
  );
}

function Key({ account: { api_key: key } }: { account: Account }) {
  return (
    <dl>
      <dt>Name</dt>
      <dd>
        <bdi>{key.name}</bdi>
      </dd>
      <dt>Rights</dt>
      <dd>
        {key.is_read_only ? "read only" : "read and write"}
        {key.is_test && " · Sandbox"}
        {key.is_read_only && (
          <p class="soft">To change something, sign in with a key that may write.</p>
        )}
      </dd>
      <dt>Expires</dt>
      <dd>{key.expires_at === null ? "never" : showWhen(key.expires_at)}</dd>
    </dl>
  );
}

function usesOf({ record_limits, request_limits, mail }: Account) {
  const all: Record<keyof typeof uses, { count?: number; max: number } | null> = {
    ...record_limits,
    ...request_limits,
    mails: mail.per_day,
  };
  return (Object.keys(uses) as (keyof typeof uses)[]).map((name) => ({ name, use: all[name] }));
}

/** What was deleted and can be restored, newest first. */
function Deleted({ place }: ScreenProps) {
  const { client } = useConsole();
  const cursor = cursorOf(place);
  const answer = useAnswer(`deleted ${cursor.cursor}`, (signal) =>
    client.GET("/v1/account/deleted", {
      params: { query: { ...cursor, per_page: MOST_DELETED } },
      signal,
    }),
  );
  return (
    <PagedTable
      answer={answer}
      place={place}
      label="Deleted in the last 7 days"
      head={["Name", "Kind", "Deleted", "Restore"]}
      empty="Nothing was deleted."
    >
      {({ uuid, name, type, deleted_at }) => (
        <tr key={uuid}>
          <th scope="row">
            <bdi>{showHost(name)}</bdi>
          </th>
          <td data-label="Kind">{type === "user" ? "customer" : type}</td>
          <td class="time" data-label="Deleted">
            {showWhen(deleted_at)}
          </td>
          <td>
            <ActionButton
              label="Restore"
              send={() =>
                client.POST("/v1/account/deleted/{deletion_uuid}/restore", {
                  params: { path: { deletion_uuid: uuid } },
                })
              }
            />
          </td>
        </tr>
      )}
    </PagedTable>
  );
}

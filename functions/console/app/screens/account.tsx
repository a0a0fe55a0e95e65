import type { Account, Deleted } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showNumber, showWhen } from "../format.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { type Column, List } from "../parts/list.tsx";
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
            <DeletedRecords place={place} />
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
function DeletedRecords({ place }: ScreenProps) {
  const { client } = useConsole();
  const cursor = cursorOf(place);
  const { data } = useAnswer(`deleted ${cursor.cursor}`, (signal) =>
    client.GET("/v1/account/deleted", {
      params: { query: { ...cursor, per_page: MOST_DELETED } },
      signal,
    }),
  );
  return (
    <List
      label="deleted records"
      columns={deletedColumns}
      rows={data?.data}
      meta={data?.meta}
      place={place}
      empty={<p>Nothing was deleted.</p>}
      awaited={2}
    />
  );
}

const deletedColumns: readonly Column<Deleted>[] = [
  { id: "name", head: "Name", by: ({ name }) => name, cell: ({ name }) => showHost(name) },
  { id: "kind", head: "Kind", cell: ({ type }) => (type === "user" ? "customer" : type) },
  {
    ...{ id: "deleted", head: "Deleted", kind: "time", isHighFirst: true },
    by: ({ deleted_at }) => deleted_at,
    cell: ({ deleted_at }) => showWhen(deleted_at),
  },
  { id: "restore", head: "Restore", cell: ({ uuid }) => <Restore uuid={uuid} /> },
];

function Restore({ uuid }: { uuid: string }) {
  const { client } = useConsole();
  const params = { path: { deletion_uuid: uuid } };
  return (
    <ActionButton
      label="Restore"
      send={() => client.POST("/v1/account/deleted/{deletion_uuid}/restore", { params })}
    />
  );
}

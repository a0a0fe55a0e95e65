import type { Account } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showNumber, showTime } from "../format.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { cursorOf } from "../parts/pager.tsx";
import { Shown } from "../parts/shown.tsx";
import { Table } from "../parts/table.tsx";
import { UsageByMonth } from "../parts/usage.tsx";
import type { ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

const MOST_DELETED = 20;

/** What the account may have and has, and what the key may do. */
export function AccountScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const answer = useAnswer("account", (signal) => client.GET("/v1/account", { signal }));
  return (
    <Shown answer={answer}>
      {({ data }) => (
        <>
          <h1>
            <bdi>{data.name}</bdi>
          </h1>
          <section>
            <h2>{t("limits")}</h2>
            <Table label={t("limits")} head={[t("limit"), t("used"), t("allowed")]}>
              {usesOf(data).map(({ name, use }) => (
                <tr key={name}>
                  <th scope="row">{t(name)}</th>
                  <td class="number" data-label={t("used")}>
                    {use?.count === undefined ? "–" : showNumber(use.count)}
                  </td>
                  <td class="number" data-label={t("allowed")}>
                    {use ? showNumber(use.max) : t("noLimit")}
                  </td>
                </tr>
              ))}
            </Table>
          </section>
          <section>
            <h2>{t("usage")}</h2>
            <UsageByMonth />
          </section>
          <section>
            <h2>{t("deleted")}</h2>
            <Deleted place={place} />
          </section>
          <section>
            <h2>{t("keyOfTab")}</h2>
            <dl>
              <dt>{t("name")}</dt>
              <dd>
                <bdi>{data.api_key.name}</bdi>
              </dd>
              <dt>{t("rights")}</dt>
              <dd>
                {data.api_key.is_read_only ? t("readOnly") : t("readWrite")}
                {data.api_key.is_test && ` · ${t("testKey")}`}
                {data.api_key.is_read_only && <p class="soft">{t("readOnlyHelp")}</p>}
              </dd>
              <dt>{t("expires")}</dt>
              <dd>
                {data.api_key.expires_at === null ? t("never") : showTime(data.api_key.expires_at)}
              </dd>
            </dl>
          </section>
        </>
      )}
    </Shown>
  );
}

function usesOf({ record_limits, request_limits, mail }: Account) {
  const uses = { ...record_limits, ...request_limits, mails: mail.per_day };
  return (Object.keys(uses) as (keyof typeof uses)[]).map((name) => {
    const use: { count?: number; max: number } | null = uses[name];
    return { name, use };
  });
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
      label={t("deleted")}
      head={[t("name"), t("kindOf"), t("deletedAt"), t("change")]}
    >
      {({ uuid, name, type, deleted_at }) => (
        <tr key={uuid}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td data-label={t("kindOf")}>
            <code>{type}</code>
          </td>
          <td class="time" data-label={t("deletedAt")}>
            {showTime(deleted_at)}
          </td>
          <td>
            <DialogButton
              label={t("restore")}
              question={t("restoreQuestion", { name })}
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

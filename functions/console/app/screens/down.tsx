import type { AccountWebsite } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showClock, showNumber, showTime } from "../format.ts";
import { useBusinessNames, useCustomers, useDigests } from "../ofEach.ts";
import { AddCustomer } from "../parts/addCustomer.tsx";
import { Customer } from "../parts/customer.tsx";
import { DowntimeCells } from "../parts/downtimeCells.tsx";
import { Folded } from "../parts/folded.tsx";
import { cursorOf, Pager } from "../parts/pager.tsx";
import { explain, Shown } from "../parts/shown.tsx";
import { Advice, Cause, Since } from "../parts/state.tsx";
import { Table } from "../parts/table.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

const PER_PAGE = 100;
/** Last week, whatever day it is. */
const RECENT_DAYS = 14;

/** What is down now, the newest downtime first: a person sees in seconds what is wrong. */
export function DownScreen({ place }: ScreenProps) {
  const { client, account } = useConsole();
  const from = cursorOf(place);
  const down = useAnswer(`down ${from.cursor}`, (signal) =>
    client.GET("/v1/account/websites", {
      params: { query: { is_hostname_up: "false", ...from, per_page: PER_PAGE } },
      signal,
    }),
  );
  // The account's count follows a change within seconds, and the list at once.
  const counts = useAnswer("counts", (signal) => client.GET("/v1/account", { signal }));
  const first = useAnswer("first", (signal) =>
    client.GET("/v1/account/websites", { params: { query: { per_page: 1 } }, signal }),
  );
  const total = counts.data?.data.record_limits.websites.count;
  if (first.data?.data.length === 0) {
    return (
      <>
        <h1>{t("noWebsites")}</h1>
        <p>{t(account.api_key.is_read_only ? "readOnlyHelp" : "addCustomerHelp")}</p>
        <AddCustomer />
      </>
    );
  }
  return (
    <Shown answer={down}>
      {({ data, meta }) => (
        <>
          <h1 class={from.cursor || data.length > 0 ? "bad" : "good"}>
            {from.cursor || meta.next_page_url
              ? t("moreDown", { count: showNumber(PER_PAGE) })
              : data.length === 0
                ? t("noneDown")
                : data.length === 1
                  ? t("oneDown")
                  : t("manyDown", { count: showNumber(data.length) })}{" "}
            {total !== undefined && <small>{t("ofAll", { count: showNumber(total) })}</small>}
          </h1>
          <Cards websites={data} />
          <Pager meta={meta} place={place} />
          <Folded title={t("recent")}>
            <Recent />
          </Folded>
          <p class="soft">{t("updated", { time: showClock(down.at ?? 0) })}</p>
        </>
      )}
    </Shown>
  );
}

function Cards({ websites }: { websites: AccountWebsite[] }) {
  const names = useBusinessNames(websites);
  const customers = useCustomers(websites);
  return (
    <ul class="cards">
      {websites
        .toSorted(newestFirst)
        .map(({ uuid, hostname, business_uuid, user_uuid, downtime }) => (
          <li key={uuid}>
            <a class="title" href={linkTo(`websites/${uuid}`)}>
              <bdi>{hostname}</bdi>
            </a>
            <p>
              <a href={linkTo(`businesses/${business_uuid}`)}>
                <bdi>{names.get(business_uuid) ?? t("loading")}</bdi>
              </a>
              {" · "}
              <Customer customer={customers.get(user_uuid ?? "")} />
            </p>
            <p>
              <Cause downtime={downtime} />
            </p>
            <p>
              <Advice downtime={downtime} />
            </p>
            <p class="soft">
              <Since time={downtime?.began_at} />
            </p>
          </li>
        ))}
    </ul>
  );
}

function newestFirst(one: AccountWebsite, other: AccountWebsite): number {
  return (other.downtime?.began_at ?? "").localeCompare(one.downtime?.began_at ?? "");
}

/** The downtimes of the last days that are over, of the account's first websites, newest first. */
function Recent() {
  const { client } = useConsole();
  const answer = useAnswer("recent", (signal) =>
    client.GET("/v1/account/websites", { params: { query: { per_page: PER_PAGE } }, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data, meta }) => (
        <>
          {meta.next_page_url && (
            <p class="soft">{t("someOnly", { count: showNumber(data.length) })}</p>
          )}
          <Downtimes websites={data} />
        </>
      )}
    </Shown>
  );
}

function Downtimes({ websites }: { websites: AccountWebsite[] }) {
  const { found, isDone, error } = useDigests(websites, RECENT_DAYS);
  const downtimes = [...found.values()].flatMap(({ uuid, hostname, downtimes }) =>
    downtimes
      .filter(({ ended_at }) => ended_at !== null)
      .map((downtime) => ({ uuid, hostname, downtime })),
  );
  downtimes.sort((one, other) => other.downtime.began_at.localeCompare(one.downtime.began_at));
  return (
    <>
      {error && <p class="problem">{explain(error)}</p>}
      {!isDone && <p class="soft">{t("loading")}</p>}
      {isDone && !error && downtimes.length === 0 && <p>{t("noneRecent")}</p>}
      {downtimes.length > 0 && (
        <Table label={t("recent")} head={[t("website"), t("began"), t("duration"), t("cause")]}>
          {downtimes.map(({ uuid, hostname, downtime }) => (
            <tr key={`${uuid} ${downtime.began_at}`}>
              <th scope="row">
                <a href={linkTo(`websites/${uuid}`)}>
                  <bdi>{hostname}</bdi>
                </a>
              </th>
              <td class="time" data-label={t("began")}>
                {showTime(downtime.began_at)}
              </td>
              <DowntimeCells downtime={downtime} />
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

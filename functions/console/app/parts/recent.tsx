import type { AccountWebsite } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showNumber, showTime } from "../format.ts";
import { useDigests } from "../ofEach.ts";
import { linkTo } from "../place.ts";
import { DowntimeCells } from "./downtimeCells.tsx";
import { explain, Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

/** Last week, whatever day it is. */
const DAYS = 14;
const MOST_WEBSITES = 100;

/** The downtimes of the last days, of the account's first websites, newest first. */
export function Recent() {
  const { client, t, language } = useConsole();
  const answer = useAnswer("recent", (signal) =>
    client.GET("/v1/account/websites", { params: { query: { per_page: MOST_WEBSITES } }, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data, meta }) => (
        <>
          {meta.total > data.length && (
            <p class="soft">{t("someOnly", { count: showNumber(data.length, language) })}</p>
          )}
          <Downtimes websites={data} />
        </>
      )}
    </Shown>
  );
}

function Downtimes({ websites }: { websites: AccountWebsite[] }) {
  const console = useConsole();
  const { t, language } = console;
  const { found, isDone, error } = useDigests(websites, DAYS);
  const downtimes = [...found.values()].flatMap(({ uuid, hostname, downtimes }) =>
    downtimes.map((downtime) => ({ uuid, hostname, downtime })),
  );
  downtimes.sort((one, other) => other.downtime.began_at.localeCompare(one.downtime.began_at));
  return (
    <>
      {error && <p class="problem">{explain(error, console)}</p>}
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
                {showTime(downtime.began_at, language)}
              </td>
              <DowntimeCells downtime={downtime} />
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

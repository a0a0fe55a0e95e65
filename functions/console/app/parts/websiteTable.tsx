import { useEffect, useState } from "preact/hooks";
import type { AccountWebsite, PageMeta, WebsiteDigest } from "reseller-website-monitoring-client";
import type { Answer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { dayFromToday, showNumber, showPercentage, showTime } from "../format.ts";
import { linkTo, type Place } from "../place.ts";
import { PagedTable } from "./pagedTable.tsx";
import { State } from "./state.tsx";

const PERIOD_DAYS = 30;
const MOST_AT_ONCE = 4;

interface WebsiteTableProps {
  answer: Answer<{ data: AccountWebsite[]; meta: PageMeta }>;
  place: Place;
}

/** A page of websites, with figures that come one business after the other. */
export function WebsiteTable({ answer, place }: WebsiteTableProps) {
  const { t } = useConsole();
  const digests = useDigests(answer.data?.data ?? []);
  const head = ["website", "state", "uptime30", "openFindings", "lastCheck"] as const;
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("websites")}
      head={head.map((name) => t(name))}
      empty={place.query.size > 0 ? t("nothingFound") : undefined}
    >
      {(website) => <Row key={website.uuid} website={website} digest={digests.get(website.uuid)} />}
    </PagedTable>
  );
}

interface RowProps {
  website: AccountWebsite;
  digest: WebsiteDigest | undefined;
}

function Row({ website, digest }: RowProps) {
  const { t, language } = useConsole();
  const uptime = digest?.uptime_percentage ?? null;
  const { error, warning, info } = digest?.findings.open ?? { error: 0, warning: 0, info: 0 };
  const count = error + warning + info;
  const lastCheck = digest?.last_checked_at;
  return (
    <tr>
      <th scope="row">
        <a href={linkTo(`websites/${website.uuid}`)}>
          <bdi>{website.hostname}</bdi>
        </a>
      </th>
      <td data-label={t("state")}>
        <State website={website} />
      </td>
      <td class="number" data-label={t("uptime30")}>
        {uptime === null ? "–" : showPercentage(uptime, language)}
      </td>
      <td class="number" data-label={t("openFindings")}>
        {!digest?.unchecked.last_audited_at ? "–" : showNumber(count, language)}
        {error > 0 && <span class="badge error">{`${t("error")} ${error}`}</span>}
      </td>
      <td class="time" data-label={t("lastCheck")}>
        {lastCheck ? showTime(lastCheck, language) : "–"}
      </td>
    </tr>
  );
}

/** The digests of these websites by uuid. Each business is asked once, a few at a time. */
function useDigests(websites: AccountWebsite[]): Map<string, WebsiteDigest> {
  const { client } = useConsole();
  const [digests, setDigests] = useState(new Map<string, WebsiteDigest>());
  const businesses = [...new Set(websites.map(({ business_uuid }) => business_uuid))];
  useEffect(() => {
    const ended = new AbortController();
    const waiting = [...businesses];
    const query = { from: dayFromToday(1 - PERIOD_DAYS), to: dayFromToday(0), per_page: 100 };
    const work = async () => {
      for (;;) {
        const business_uuid = waiting.shift();
        if (business_uuid === undefined || ended.signal.aborted) return;
        const { data } = await client.GET("/v1/businesses/{business_uuid}/digest", {
          params: { path: { business_uuid }, query },
          signal: ended.signal,
        });
        if (data) {
          const found = data.data.map((digest): [string, WebsiteDigest] => [digest.uuid, digest]);
          setDigests((last) => new Map([...last, ...found]));
        }
      }
    };
    for (let worker = 0; worker < MOST_AT_ONCE; worker += 1) void work();
    return () => ended.abort();
  }, [businesses.join()]);
  return digests;
}

import type { AccountWebsite, WebsiteDigest } from "reseller-website-monitoring-client";
import type { Answer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showNumber, showPercentage } from "../format.ts";
import { useDigests } from "../ofEach.ts";
import type { Page } from "../page.ts";
import { linkTo, type Place } from "../place.ts";
import { PagedTable } from "./pagedTable.tsx";
import { State } from "./state.tsx";

const PERIOD_DAYS = 30;

interface WebsiteTableProps {
  answer: Answer<Page<AccountWebsite>>;
  place: Place;
  /** What an empty list says, if not that nothing was found. */
  empty?: string | undefined;
}

/** A page of websites, with figures that come one business after the other. */
export function WebsiteTable({ answer, place, empty }: WebsiteTableProps) {
  const { t } = useConsole();
  const { found } = useDigests(answer.data?.data ?? [], PERIOD_DAYS);
  const head = ["website", "state", "uptime30", "openFindings"] as const;
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("websites")}
      head={head.map((name) => t(name))}
      empty={empty ?? t(place.query.size > 0 ? "nothingFound" : "noWebsites")}
    >
      {(website) => <Row key={website.uuid} website={website} digest={found.get(website.uuid)} />}
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
        {digest?.unchecked.last_audited_at || count > 0 ? showNumber(count, language) : "–"}
        {error > 0 && <span class="badge error">{`${t("error")} ${error}`}</span>}
      </td>
    </tr>
  );
}

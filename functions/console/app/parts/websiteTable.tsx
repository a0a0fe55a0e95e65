import type { AccountWebsite } from "reseller-website-monitoring-client";
import { type Answer, useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showNumber, showPercentage } from "../format.ts";
import { useDigests } from "../ofEach.ts";
import type { CursorPage } from "../page.ts";
import { linkTo, type Place } from "../place.ts";
import { t } from "../texts.ts";
import { PagedTable } from "./pagedTable.tsx";
import { cursorOf } from "./pager.tsx";
import { State } from "./state.tsx";

const PERIOD_DAYS = 30;
const PER_PAGE = 20;

interface WebsitesOfProps {
  businessUuid?: string;
  userUuid?: string;
  place: Place;
}

/** A page of the websites of a business or customer. */
export function WebsitesOf({ place, ...of }: WebsitesOfProps) {
  const { client } = useConsole();
  const query = { ...of, ...cursorOf(place, "websites"), per_page: PER_PAGE };
  const answer = useAnswer(`websites ${JSON.stringify(query)}`, (signal) =>
    client.GET("/v1/account/websites", { params: { query }, signal }),
  );
  return <WebsiteTable answer={answer} place={place} pageName="websites" />;
}

interface WebsiteTableProps {
  answer: Answer<CursorPage<AccountWebsite>>;
  place: Place;
  pageName?: string;
  /** What an empty list says, if not that nothing was found. */
  empty?: string | undefined;
}

/** A page of websites, with figures that come one business after the other. */
export function WebsiteTable({ empty, ...shown }: WebsiteTableProps) {
  const { found } = useDigests(shown.answer.data?.data ?? [], PERIOD_DAYS);
  const head = ["website", "state", "uptime30", "openFindings"] as const;
  return (
    <PagedTable
      {...shown}
      label={t("websites")}
      head={head.map((name) => t(name))}
      empty={empty ?? t(shown.place.query.size > 0 ? "nothingFound" : "noWebsites")}
    >
      {(website) => {
        const { uptime_percentage = null, findings, unchecked } = found.get(website.uuid) ?? {};
        const { error, warning, info } = findings?.open ?? { error: 0, warning: 0, info: 0 };
        const count = error + warning + info;
        return (
          <tr key={website.uuid}>
            <th scope="row">
              <a href={linkTo(`websites/${website.uuid}`)}>
                <bdi>{website.hostname}</bdi>
              </a>
            </th>
            <td data-label={t("state")}>
              <State website={website} />
            </td>
            <td class="number" data-label={t("uptime30")}>
              {uptime_percentage === null ? "–" : showPercentage(uptime_percentage)}
            </td>
            <td class="number" data-label={t("openFindings")}>
              {unchecked?.last_audited_at || count > 0 ? showNumber(count) : "–"}
              {error > 0 && <span class="badge error">{`${t("error")} ${error}`}</span>}
            </td>
          </tr>
        );
      }}
    </PagedTable>
  );
}

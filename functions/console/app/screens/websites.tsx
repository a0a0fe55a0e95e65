import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { containing, MOST_NEAR, withNear } from "../localSearch.ts";
import { cursorOf } from "../parts/pager.tsx";
import { SearchForm } from "../parts/searchForm.tsx";
import { WebsiteTable } from "../parts/websiteTable.tsx";
import type { ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

const PER_PAGE = 50;

/** All websites, with the API's own filters. */
export function WebsitesScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const hostname = place.query.get("hostname") ?? "";
  const up = place.query.get("up");
  const isUp = up === "true" || up === "false" ? up : undefined;
  const answer = useAnswer(`websites ${place.query}`, (signal) =>
    client.GET("/v1/account/websites", {
      params: {
        query: {
          ...cursorOf(place),
          per_page: PER_PAGE,
          ...(hostname && { hostname_prefix: hostname }),
          ...(isUp && { is_hostname_up: isUp }),
        },
      },
      signal,
    }),
  );
  const near = useAnswer(hostname ? `first websites ${isUp}` : undefined, (signal) =>
    client.GET("/v1/account/websites", {
      params: { query: { per_page: MOST_NEAR, ...(isUp && { is_hostname_up: isUp }) } },
      signal,
    }),
  );
  const contain = containing(hostname, near.data?.data, (website) => website.hostname);
  return (
    <>
      <h1>{t("websites")}</h1>
      <SearchForm place={place} name="hostname" label={t("hostname")}>
        <label>
          {t("state")}
          <select name="up" defaultValue={isUp ?? ""}>
            <option value="">{t("all")}</option>
            <option value="false">{t("stateDown")}</option>
            <option value="true">{t("notDown")}</option>
          </select>
        </label>
      </SearchForm>
      <WebsiteTable
        answer={hostname ? withNear(answer, contain) : answer}
        place={place}
        empty={hostname ? t("noWebsiteFound") : undefined}
      />
    </>
  );
}

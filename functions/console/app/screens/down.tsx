import type { AccountWebsite } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showClock, showNumber } from "../format.ts";
import { Pager, pageOf } from "../parts/pager.tsx";
import { Shown } from "../parts/shown.tsx";
import { Advice, Cause, Since } from "../parts/state.tsx";
import { linkTo, type ScreenProps } from "../place.ts";

const PER_PAGE = 100;

/** What is down now, the newest downtime first: a person sees in seconds what is wrong. */
export function DownScreen({ place }: ScreenProps) {
  const { client, t, language } = useConsole();
  const page = pageOf(place);
  const down = useAnswer(`down ${page}`, (signal) =>
    client.GET("/v1/account/websites", {
      params: { query: { is_hostname_up: "false", page, per_page: PER_PAGE } },
      signal,
    }),
  );
  const all = useAnswer("all", (signal) =>
    client.GET("/v1/account/websites", { params: { query: { per_page: 1 } }, signal }),
  );
  if (all.data?.meta.total === 0) {
    return (
      <>
        <h1>{t("noWebsites")}</h1>
        <p>
          <a href={linkTo("customers")}>{t("addCustomer")}</a>
        </p>
      </>
    );
  }
  return (
    <Shown answer={down}>
      {({ data, meta }) => (
        <>
          <h1 class={meta.total > 0 ? "bad" : "good"}>
            {meta.total === 0
              ? t("noneDown")
              : meta.total === 1
                ? t("oneDown")
                : t("manyDown", { count: showNumber(meta.total, language) })}{" "}
            {all.data && (
              <small>{t("ofAll", { count: showNumber(all.data.meta.total, language) })}</small>
            )}
          </h1>
          <ul class="cards">
            {data.toSorted(newestFirst).map((website) => (
              <li key={website.uuid}>
                <a class="title" href={linkTo(`websites/${website.uuid}`)}>
                  <bdi>{website.hostname}</bdi>
                </a>
                <p>
                  <Cause
                    cause={website.downtime?.cause ?? null}
                    technical={website.downtime?.technical ?? null}
                  />
                </p>
                <p>
                  <Advice cause={website.downtime?.cause ?? null} />
                </p>
                <p class="soft">
                  <Since time={website.downtime?.began_at} />
                </p>
              </li>
            ))}
          </ul>
          <Pager meta={meta} place={place} />
          <p>
            <a href={linkTo("websites")}>{t("websites")}</a>
          </p>
          <p class="soft">{t("updated", { time: showClock(down.at ?? 0, language) })}</p>
        </>
      )}
    </Shown>
  );
}

function newestFirst(one: AccountWebsite, other: AccountWebsite): number {
  return (other.downtime?.began_at ?? "").localeCompare(one.downtime?.began_at ?? "");
}

import { orThrow, type Website } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { dayFromToday, showLanguages, showTimeOfZone } from "../format.ts";
import { useBusinessNames, useCustomers } from "../ofEach.ts";
import { Customer, Suspended } from "../parts/customer.tsx";
import { DialogButton } from "../parts/dialogButton.tsx";
import { Feed } from "../parts/feed.tsx";
import { Findings } from "../parts/findings.tsx";
import { Folded } from "../parts/folded.tsx";
import { History } from "../parts/history.tsx";
import { Maintenance } from "../parts/maintenance.tsx";
import { ShareButton, Shares, useShare } from "../parts/shares.tsx";
import { Shown } from "../parts/shown.tsx";
import { Advice, Cause, Since, State, stateOf } from "../parts/state.tsx";
import { linkTo, type Place, type ScreenProps } from "../place.ts";
import { t } from "../texts.ts";
import { readDigestOf } from "../websiteDigest.ts";

/** One website: its state, history, maintenance and findings. */
export function WebsiteScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, website_uuid = ""] = place.path;
  const path = { website_uuid };
  const website = useAnswer(`website ${website_uuid}`, (signal) =>
    client.GET("/v1/websites/{website_uuid}", { params: { path }, signal }),
  );
  return <Shown answer={website}>{({ data }) => <Screen website={data} place={place} />}</Shown>;
}

function Screen({ website, place }: { website: Website; place: Place }) {
  const { client } = useConsole();
  const { uuid: website_uuid, hostname, business_uuid } = website;
  const digest = useAnswer(`digest ${website_uuid}`, async (signal) => ({
    data: await readDigestOf(website_uuid, (page) => {
      const query = {
        ...page,
        language: "en" as const,
        from: dayFromToday(0),
        to: dayFromToday(0),
      };
      const params = { path: { business_uuid }, query };
      return orThrow(client.GET("/v1/businesses/{business_uuid}/digest", { params, signal }));
    }),
  })).data;
  const sharing = useShare({ business_uuid, website_uuid });
  const known = digest ? [digest] : [];
  const business = useBusinessNames(known).get(business_uuid);
  const customer = useCustomers(known).get(digest?.user_uuid ?? "");
  const timeOrNever = (time: string | null | undefined) =>
    time ? showTimeOfZone(time) : time === null ? t("never") : "–";
  const path = { website_uuid };
  const state = digest && stateOf(digest);
  const languages = digest?.unchecked.unsupported_languages ?? [];
  return (
    <>
      <h1>
        <bdi>{hostname}</bdi> {digest && <State website={digest} />}
      </h1>
      {digest && state === "down" && (
        <p class="problem">
          <Cause downtime={digest.downtime} />. <Since time={digest.downtime?.began_at} />.
          <br />
          <Advice downtime={digest.downtime} />
        </p>
      )}
      {state === "paused" && customer && (
        <p class="problem">
          {customer.suspended_at ? <Suspended customer={customer} /> : t("pausedPlan")}
        </p>
      )}
      {state === "not_checked" && <p>{t("uncheckedHelp")}</p>}
      <dl>
        <dt>{t("business")}</dt>
        <dd>
          <a href={linkTo(`businesses/${business_uuid}`)}>
            <bdi>{business ?? t("loading")}</bdi>
          </a>
        </dd>
        <dt>{t("customer")}</dt>
        <dd>
          <Customer customer={customer} />
        </dd>
        <dt>{t("lastCheck")}</dt>
        <dd>{timeOrNever(digest?.last_checked_at)}</dd>
        <dt>{t("lastAudit")}</dt>
        <dd>{timeOrNever(digest?.unchecked.last_audited_at)}</dd>
        {languages.length > 0 && (
          <>
            <dt>{t("spelling")}</dt>
            <dd>{t("noSpelling", { languages: showLanguages(languages) })}</dd>
          </>
        )}
      </dl>
      {digest?.unchecked.unreadable && (
        <p class="problem">
          {digest.unchecked.unreadable.title}. {digest.unchecked.unreadable.why}{" "}
          <strong>{t("whatToDo")}:</strong> {digest.unchecked.unreadable.what_to_do}
        </p>
      )}
      <p class="actions">
        <ShareButton {...sharing} />
        <DialogButton
          label={t("auditNow")}
          question={t("auditQuestion")}
          send={() => client.POST("/v1/websites/{website_uuid}/audit", { params: { path } })}
        />
        <DialogButton
          label={t("change")}
          question={t("website")}
          fields={[{ name: "hostname", label: t("wholeHostname"), value: hostname }]}
          send={(values) =>
            client.PATCH("/v1/websites/{website_uuid}", {
              params: { path },
              body: { hostname: values.hostname },
            })
          }
        />
        <DialogButton
          label={t("remove")}
          question={`${t("removeWebsite", { name: hostname })} ${t("undoHelp")}`}
          isDangerous
          send={() => client.DELETE("/v1/websites/{website_uuid}", { params: { path } })}
          leave={() => {
            location.hash = linkTo(`businesses/${business_uuid}`);
          }}
        />
      </p>
      <History website_uuid={website_uuid} />
      <Findings
        website_uuid={website_uuid}
        isAudited={digest && digest.unchecked.last_audited_at !== null}
        place={place}
      />
      <Shares sharing={sharing} place={place} />
      <Maintenance website_uuid={website_uuid} />
      <Folded title={t("feed")}>
        <Feed website={website} />
      </Folded>
    </>
  );
}

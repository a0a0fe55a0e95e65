import { useState } from "preact/hooks";
import type { NewShare } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { inUtc, showDay, showTime } from "../format.ts";
import type { Place } from "../place.ts";
import { DialogButton } from "./dialogButton.tsx";
import { PagedTable } from "./pagedTable.tsx";
import { pageOf } from "./pager.tsx";

const PER_PAGE = 20;

type About = { website_uuid: string } | { business_uuid: string };
type Kind = NewShare["kind"];

const ID = "shares";

/** Leads from the top of a screen to the links below. A read-only key has none to make. */
export function ShareButton() {
  const { account, t } = useConsole();
  if (account.api_key.is_read_only) return null;
  return (
    <button type="button" onClick={() => document.getElementById(ID)?.focus()}>
      {t("share")}
    </button>
  );
}

/** The links by which people without a key see a website or a business, with buttons that make and end one. */
export function Shares({ about, place }: { about: About; place: Place }) {
  const { client, account, t, language } = useConsole();
  const [made, setMade] = useState<NewShare>();
  const query = {
    ...("website_uuid" in about
      ? { websiteUuid: about.website_uuid }
      : { businessUuid: about.business_uuid }),
    ...{ page: pageOf(place, "shares"), per_page: PER_PAGE },
  };
  const answer = useAnswer(`shares ${JSON.stringify(query)}`, (signal) =>
    client.GET("/v1/shares", { params: { query }, signal }),
  );
  const share = async (kind: Kind, { from, to, expires_at }: Record<string, string>) => {
    const days = { ...(from && { from }), ...(to && { to }) };
    const until = expires_at && { expires_at: inUtc(expires_at) };
    const body = { ...about, kind, ...days, ...until };
    const result = await client.POST("/v1/shares", { body });
    if (result.data) setMade(result.data.data);
    return result;
  };
  const end = {
    ...{ name: "expires_at", label: t("linkStops"), isOptional: true },
    type: "datetime-local",
  } as const;
  const days = [
    { name: "from", label: t("fromDay"), type: "date", isOptional: true },
    { name: "to", label: t("toDay"), type: "date", isOptional: true },
  ] as const;
  return (
    <section id={ID} tabIndex={-1}>
      <h2>{t("shares")}</h2>
      {account.api_key.is_read_only || <p class="soft">{`${t("shareHelp")} ${t("linkLost")}`}</p>}
      <p class="actions">
        <DialogButton
          label={t("shareReport")}
          question={t("shareReport")}
          fields={[...days, end]}
          send={(values) => share("report", values)}
        />
        <DialogButton
          label={t("shareStatus")}
          question={t("shareStatus")}
          fields={[end]}
          send={(values) => share("status", values)}
        />
      </p>
      {made?.url && <Made key={made.uuid} kind={made.kind} url={made.url} />}
      <PagedTable
        answer={answer}
        place={place}
        pageName="shares"
        label={t("shares")}
        head={[t("page"), t("created"), t("ends"), t("change")]}
        empty={t("noShares")}
      >
        {({ uuid, kind, from, to, created_at, expires_at }) => (
          <tr key={uuid}>
            <th scope="row">
              {t(kind)}{" "}
              {from && to && (
                <small>{`${showDay(from, language)} – ${showDay(to, language)}`}</small>
              )}
            </th>
            <td data-label={t("created")}>{showTime(created_at, language)}</td>
            <td data-label={t("ends")}>
              {expires_at === null ? t("never") : showTime(expires_at, language)}
            </td>
            <td>
              <DialogButton
                label={t("endShare")}
                question={t("endShareQuestion")}
                isDangerous
                send={async () => {
                  const path = { share_uuid: uuid };
                  const result = await client.DELETE("/v1/shares/{share_uuid}", {
                    params: { path },
                  });
                  if (!result.error && made?.uuid === uuid) setMade(undefined);
                  return result;
                }}
              />
            </td>
          </tr>
        )}
      </PagedTable>
    </section>
  );
}

/** The link of a new share, which the service shows only once. */
function Made({ kind, url }: { kind: Kind; url: string }) {
  const { t } = useConsole();
  const [isCopied, setCopied] = useState(false);
  // Without the browser's permission, the link can still be selected.
  const copy = () =>
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <div class="made" role="status">
      <label>
        {t(kind)}: {t("shareOnce")}
        <input
          type="text"
          readOnly
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
      <p class="actions">
        <button type="button" class="primary" onClick={copy}>
          {t(isCopied ? "copied" : "copy")}
        </button>
        <a href={url} target="_blank" rel="noreferrer">
          {t("openPage")}
        </a>
      </p>
    </div>
  );
}

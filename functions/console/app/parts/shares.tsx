import { useEffect, useRef, useState } from "preact/hooks";
import type { NewShare } from "reseller-website-monitoring-client";
import type { TextLanguage } from "../../../../shared/texts.ts";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { inUtc, showDay, showTime } from "../format.ts";
import type { Place } from "../place.ts";
import { DialogButton } from "./dialogButton.tsx";
import { PagedTable } from "./pagedTable.tsx";
import { pageOf } from "./pager.tsx";
import { ReportDays } from "./reportDays.tsx";

const PER_PAGE = 20;

interface SharesProps {
  business_uuid: string;
  /** If the links are about one of its websites. */
  website_uuid?: string;
  place: Place;
}

type Kind = NewShare["kind"];
type ShareBody = Pick<NewShare, "kind"> &
  Partial<Record<"from" | "to" | "expires_at", string> & { language: TextLanguage }>;

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
export function Shares({ business_uuid, website_uuid, place }: SharesProps) {
  const { client, account, t, language } = useConsole();
  const [made, setMade] = useState<NewShare>();
  const query = {
    ...(website_uuid ? { websiteUuid: website_uuid } : { businessUuid: business_uuid }),
    ...{ page: pageOf(place, "shares"), per_page: PER_PAGE },
  };
  const answer = useAnswer(`shares ${JSON.stringify(query)}`, (signal) =>
    client.GET("/v1/shares", { params: { query }, signal }),
  );
  const share = async ({ expires_at, ...shown }: ShareBody) => {
    const about = website_uuid ? { website_uuid } : { business_uuid };
    const until = expires_at && { expires_at: inUtc(expires_at) };
    const result = await client.POST("/v1/shares", { body: { ...about, ...shown, ...until } });
    if (result.data) setMade(result.data.data);
    return result;
  };
  const end = {
    ...{ name: "expires_at", label: t("linkStops"), isOptional: true },
    type: "datetime-local",
  } as const;
  return (
    <section id={ID} tabIndex={-1}>
      <h2>{t("shares")}</h2>
      {account.api_key.is_read_only || <p class="soft">{t("shareHelp")}</p>}
      <p class="actions">
        <DialogButton
          label={t("shareReport")}
          question={t("shareReport")}
          fields={[end]}
          send={(values) => share({ ...values, kind: "report" })}
        >
          <ReportDays business_uuid={business_uuid} website_uuid={website_uuid} />
        </DialogButton>
        <DialogButton
          label={t("shareStatus")}
          question={t("shareStatus")}
          fields={[end]}
          send={(values) => share({ ...values, kind: "status" })}
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
        {({ uuid, kind, language: own, from, to, created_at, expires_at }) => (
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
              <div class="actions">
                {made?.uuid !== uuid && (
                  <DialogButton
                    label={t("newLink")}
                    question={t("newLinkQuestion")}
                    send={() =>
                      share({
                        kind,
                        ...(own && { language: own }),
                        ...(from && { from }),
                        ...(to && { to }),
                        ...(expires_at && { expires_at }),
                      })
                    }
                  />
                )}
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
              </div>
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
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  // Without the browser's permission, the link can still be selected.
  const copy = () =>
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <div class="made" role="status" ref={box}>
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

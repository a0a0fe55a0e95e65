import { useEffect, useRef, useState } from "preact/hooks";
import type { CreatedShare, CreateShareInput } from "reseller-website-monitoring-client";
import type { TextLanguage } from "../../../../shared/texts.ts";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { inUtc, showDay, showTime } from "../format.ts";
import type { Place } from "../place.ts";
import { t, tellWord } from "../texts.ts";
import { DialogButton } from "./dialogButton.tsx";
import { PagedTable } from "./pagedTable.tsx";
import { cursorOf } from "./pager.tsx";
import { ReportDays } from "./reportDays.tsx";

const PER_PAGE = 20;

interface About {
  business_uuid: string;
  /** If the links are about one of its websites. */
  website_uuid?: string;
}

type Kind = NonNullable<CreateShareInput["kind"]>;
type ShareBody = { kind: Kind } & Partial<
  Record<"from" | "to" | "expires_at", string> & { language: TextLanguage }
>;

/** Makes links by which people without a key see a website or a business; the last one can be copied. */
export function useShare(about: About) {
  const { client } = useConsole();
  const [made, setMade] = useState<CreatedShare>();
  const share = async ({ expires_at, ...shown }: ShareBody) => {
    const { business_uuid, website_uuid } = about;
    const of = website_uuid ? { website_uuid } : { business_uuid };
    const until = expires_at && { expires_at: inUtc(expires_at) };
    const result = await client.POST("/v1/shares", { body: { ...of, ...shown, ...until } });
    if (result.data) setMade(result.data.data);
    return result;
  };
  return { about, made, share, forget: () => setMade(undefined) };
}

type Sharing = ReturnType<typeof useShare>;

const kinds: readonly Kind[] = ["report", "status"];

/** Asks what to share, and makes a link to it. */
export function ShareButton({ about, share }: Sharing) {
  const [kind, setKind] = useState<Kind>("report");
  const end = { name: "expires_at", label: t("linkStops"), isOptional: true } as const;
  return (
    <DialogButton
      label={t("share")}
      question={t("share")}
      fields={[{ ...end, type: "datetime-local" }]}
      send={(values) => share({ ...values, kind })}
    >
      <p class="soft">{t("shareHelp")}</p>
      <p class="actions">
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {t(each)}
          </button>
        ))}
      </p>
      {kind === "report" && <ReportDays {...about} />}
    </DialogButton>
  );
}

interface SharesProps {
  sharing: Sharing;
  place: Place;
}

/** The links to a website or a business, with buttons that renew and end one. */
export function Shares({ sharing: { about, made, share, forget }, place }: SharesProps) {
  const { client } = useConsole();
  const { business_uuid: businessUuid, website_uuid: websiteUuid } = about;
  const query = {
    ...(websiteUuid ? { websiteUuid } : { businessUuid }),
    ...cursorOf(place, "shares"),
    per_page: PER_PAGE,
  };
  const answer = useAnswer(`shares ${JSON.stringify(query)}`, (signal) =>
    client.GET("/v1/shares", { params: { query }, signal }),
  );
  return (
    <section>
      <h2>{t("shares")}</h2>
      {made?.url && <Made key={made.uuid} kind={made.kind as Kind} url={made.url} />}
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
              {tellWord(kind)} {from && to && <small>{`${showDay(from)} – ${showDay(to)}`}</small>}
            </th>
            <td data-label={t("created")}>{showTime(created_at)}</td>
            <td data-label={t("ends")}>
              {expires_at === null ? t("never") : showTime(expires_at)}
            </td>
            <td>
              <div class="actions">
                {made?.uuid !== uuid && (
                  <DialogButton
                    label={t("newLink")}
                    question={t("newLinkQuestion")}
                    send={() =>
                      share({
                        kind: kind as Kind,
                        ...(own && { language: own as TextLanguage }),
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
                    if (!result.error && made?.uuid === uuid) forget();
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

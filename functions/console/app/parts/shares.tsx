import { useRef, useState } from "preact/hooks";
import type {
  CreateShareInput,
  ListedShare,
  Result,
  Share,
} from "reseller-website-monitoring-client";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { tellChange, useConsole, useGet } from "../answers.ts";
import {
  dayFromToday,
  dayOfMonth,
  inUtc,
  joined,
  knownOr,
  languageOptions,
  showDay,
  showDayOf,
  showHost,
  showLanguages,
  showMonth,
} from "../format.ts";
import { CopyButton, DialogButton, Menu } from "./buttons.tsx";
import { type Column, RowLink, timeColumn } from "./list.tsx";
import { Fold } from "./shown.tsx";

const MOST_LISTED = 100;

const kinds = { status: "Status page", report: "Report" } as const;
type Kind = keyof typeof kinds;

interface CustomerPagesProps {
  business_uuid: string;
  /** If the pages show only this website of the business. */
  website_uuid?: string;
  /** When there was first something to show. */
  since: string;
}

/** Pages for people without a key: links to copy, made when they are first asked for, and what was shared before. */
export function CustomerPages({ since, ...of }: CustomerPagesProps) {
  const { client, account } = useConsole();
  const { business_uuid, website_uuid } = of;
  const about = website_uuid ? { website_uuid } : { business_uuid };
  const query = {
    ...(website_uuid ? { websiteUuid: website_uuid } : { businessUuid: business_uuid }),
    per_page: MOST_LISTED,
  };
  const { data: page } = useGet("/v1/shares", { query });
  const listed = page?.data ?? [];
  // The list shows a new share after a second.
  const created = useRef<Share[]>([]);
  created.current = created.current.filter(
    ({ uuid }) => !listed.some((each) => each.uuid === uuid),
  );
  const share = async (body: CreateShareInput) => {
    const result = await client.POST("/v1/shares", {
      body: { ...about, ...body },
    });
    if (result.data) created.current.push(result.data.data);
    if (!result.error) tellChange();
    return result;
  };
  const linkOf = async (body: { kind: Kind; from?: string; to?: string }) => {
    const { kind, from = null, to = null } = body;
    const isSame = (each: Share) =>
      each.kind === kind && each.from === from && each.to === to && !each.language;
    const same = [...listed, ...created.current].find(
      (each) => isSame(each) && each.expires_at === null,
    );
    if (same) return same.url;
    const { data, error } = await share(body);
    return error ?? data.data.url;
  };
  const days = usualDays(since);
  return (
    <>
      <h2>Pages for the customer</h2>
      {!account.api_key.is_read_only && (
        <>
          <ul class="links">
            <li class="actions">
              <span class="gap">Status page</span>
              <CopyButton label="Copy link" text={() => linkOf({ kind: "status" })} />
            </li>
            <li class="actions">
              <span class="gap">Report, {showMonth(days.from)}</span>
              <CopyButton label="Copy link" text={() => linkOf({ kind: "report", ...days })} />
            </li>
            <li class="actions">
              <span class="gap">Badge</span>
              <CopyButton
                label="Copy code"
                text={async () => {
                  const link = await linkOf({ kind: "status" });
                  return typeof link === "string" ? badgeOf(link) : link;
                }}
              />
            </li>
          </ul>
          <ShareDialog days={days} share={share} />
        </>
      )}
      {account.api_key.is_read_only && page && page.data.length === 0 && (
        <p class="soft">No links yet. This key only reads.</p>
      )}
      {page && page.data.length > 0 && (
        <Fold name="links" summary={`Links in use: ${page.data.length}`}>
          <ul class="links">
            {page.data.map((each) => (
              <li key={each.uuid} class="actions">
                <span class="gap">{describe(each)}</span>
                <LinkActions share={each} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

const badgeOf = (url: string) => `<a href="${url}"><img src="${url}/badge.svg" alt="Status"></a>`;

interface ShareDialogProps {
  /** The usual days of a report. */
  days: { from: string; to: string };
  share(body: CreateShareInput): Promise<Result<{ data: Share }>>;
}

/** A button that makes another page: what it shows, of which days, in which language, where and how long. */
function ShareDialog({ days, share }: ShareDialogProps) {
  const [kind, setKind] = useState("report");
  const [last, setLast] = useState<string>();
  return (
    <p class="actions">
      <DialogButton
        label="Share something else"
        title="Share a page"
        submit="Share"
        question="Anyone who has the link can read the page, without a key, until you delete it."
        fields={[
          {
            ...{ name: "kind", label: "Page", value: kind, options: Object.entries(kinds) },
            onInput: setKind,
          },
          ...(kind === "report" ? daysFields(days) : []),
          {
            ...{ name: "language", label: "Language" },
            options: [["", "The customer’s"], ...languageOptions],
          },
          {
            ...{ name: "slug", label: "Its address ends with", isOptional: true },
            hint: "optional: 3 to 60 characters, a to z, 0 to 9 and -",
          },
          {
            ...{ name: "expires_at", label: "It stops working on" },
            ...{ type: "datetime-local", isOptional: true },
          },
        ]}
        send={async ({
          expires_at,
          slug,
          language,
          kind = "",
          ...period
        }: Record<string, string>) => {
          const result = await share({
            ...{ kind: knownOr(kinds, kind, "status"), ...period, ...(slug && { slug }) },
            ...(language && { language: textLanguages.find((each) => each === language) }),
            ...(expires_at && { expires_at: inUtc(expires_at) }),
          });
          setLast(result.data?.data.url);
          return result;
        }}
      />
      {last && <CopyButton label="Copy the new link" text={() => last} />}
    </p>
  );
}

const daysFields = ({ from, to }: ShareDialogProps["days"]) =>
  [
    { type: "date", name: "from", label: "First day", value: from },
    { type: "date", name: "to", label: "Last day", value: to },
  ] as const;

/** Whether the service has made a slug up: 22 letters and digits. */
const isRandom = (slug: string) => /^(?=.*\d)[\da-z]{22}$/.test(slug);

/** `Report, 1 Oct 2026 – 31 Oct 2026 · German · /s/harbour-cycles`. A slug that nobody has chosen says nothing. */
const describe = ({ kind, from, to, language, slug }: ListedShare) =>
  joined(
    " · ",
    kind === "report" ? kinds.report : kinds.status,
    from && to && `${showDay(from)} – ${showDay(to)}`,
    language && showLanguages([language]),
    !isRandom(slug) && `/s/${slug}`,
  );

/** The columns of the list of all shares. */
export const shareColumns: readonly Column<ListedShare>[] = [
  {
    ...{ id: "about", head: "About" },
    by: ({ about }) => about && showHost(about),
    cell: (share) => {
      const { about, website_uuid, business_uuid, user_uuid } = share;
      const ofCustomer = `customers/${joined("/", user_uuid, business_uuid)}`;
      const path = website_uuid ? `websites/${website_uuid}` : ofCustomer;
      return (
        <>
          <RowLink
            path={path}
            name={
              about === null ? `Deleted ${website_uuid ? "website" : "customer"}` : showHost(about)
            }
          />
          <span class="under soft">{describe(share)}</span>
        </>
      );
    },
  },
  timeColumn("created", "Created", ({ created_at }) => created_at, showDayOf),
  timeColumn("ends", "Ends", ({ expires_at }) => expires_at, showDayOf, "never"),
  { id: "link", head: "Link", cell: (share) => <LinkActions share={share} /> },
];

/** Copies a link, and deletes it by a menu. */
function LinkActions({ share: { uuid, kind, url } }: { share: ListedShare }) {
  const { client } = useConsole();
  const params = { path: { share_uuid: uuid } };
  return (
    <div class="actions">
      <CopyButton label="Copy" text={() => url} />
      {kind === "status" && <CopyButton label="Copy badge" text={() => badgeOf(url)} />}
      <Menu label="More for this link">
        <DialogButton
          label="Delete"
          title="Delete this link"
          question="The link stops working for everybody within ten seconds."
          isDangerous
          send={() => client.DELETE("/v1/shares/{share_uuid}", { params })}
        />
      </Menu>
    </div>
  );
}

/** The days of last month or, if there was nothing to report in it, of this month. */
export function usualDays(since: string) {
  const to = dayOfMonth(0, 0);
  return since.slice(0, 10) <= to
    ? { from: dayOfMonth(-1, 1), to }
    : { from: dayOfMonth(0, 1), to: dayFromToday(0) };
}

import { useState } from "preact/hooks";
import type { CreateShareInput, ListSharesResult, Share } from "reseller-website-monitoring-client";
import { type Answer, tellChange, useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { inUtc, showDay, showDayOf, showMonth } from "../format.ts";
import type { Place } from "../place.ts";
import { Choices } from "./choices.tsx";
import { CopyButton } from "./copyButton.tsx";
import { DialogButton } from "./dialogButton.tsx";
import { type Column, List } from "./list.tsx";
import { cursorOf } from "./pager.tsx";
import { ReportDays, usualDays } from "./reportDays.tsx";

const PER_PAGE = 20;

const kinds = { status: "Status page", report: "Report" } as const;
type Kind = keyof typeof kinds;

interface CustomerPagesProps {
  business_uuid: string;
  /** If the pages show only this website of the business. */
  website_uuid?: string;
  /** When there was first something to show. */
  since: string;
  user_uuid: string | null;
  place: Place;
}

/** The links that this tab has made, by what they show: the service tells each without a slug only once. */
const links = new Map<string, string>();

/** Pages for people without a key: links to copy, made when they are first asked for, and what was shared before. */
export function CustomerPages({ place, ...shown }: CustomerPagesProps) {
  const { client, account } = useConsole();
  const { business_uuid, website_uuid, since, user_uuid } = shown;
  const [last, setLast] = useState<string>();
  const [kind, setKind] = useState<Kind>("report");
  const about = website_uuid ? { website_uuid } : { business_uuid };
  const query = {
    ...(website_uuid ? { websiteUuid: website_uuid } : { businessUuid: business_uuid }),
    ...cursorOf(place, "shares"),
    per_page: PER_PAGE,
  };
  const shares = useAnswer(`shares ${JSON.stringify(query)}`, (signal) =>
    client.GET("/v1/shares", { params: { query }, signal }),
  );
  const share = async (body: CreateShareInput) => {
    const result = await client.POST("/v1/shares", { body: { ...about, ...body } });
    if (!result.error) tellChange();
    return result;
  };
  const linkTo = async (body: { kind: Kind; from?: string; to?: string }) => {
    const { kind, from = null, to = null } = body;
    const isSame = (each: Share) =>
      each.kind === kind && each.from === from && each.to === to && each.expires_at === null;
    const name = JSON.stringify({ ...about, ...body });
    const known =
      shares.data?.data.find((each) => each.url && isSame(each))?.url ?? links.get(name);
    if (known) return known;
    const { data, error } = await share(body);
    if (error) return error;
    links.set(name, data.data.url ?? "");
    return data.data.url ?? "";
  };
  const badge = async () => {
    const link = await linkTo({ kind: "status" });
    if (typeof link !== "string") return link;
    return `<a href="${link}"><img src="${link}/badge.svg" alt="Status"></a>`;
  };
  const days = usualDays(since, "UTC");
  return (
    <>
      <h2>Pages for the customer</h2>
      {!account.api_key.is_read_only && (
        <>
          <ul class="links">
            <li>
              Status page <CopyButton label="Copy link" text={() => linkTo({ kind: "status" })} />
            </li>
            <li>
              Report, {showMonth(days.from)}{" "}
              <CopyButton label="Copy link" text={() => linkTo({ kind: "report", ...days })} />
            </li>
            <li>
              Badge <CopyButton label="Copy code" text={badge} />
            </li>
          </ul>
          <p class="actions">
            <DialogButton
              label="Share something else"
              title="Share a page"
              submit="Share"
              question="Anyone who has the link can read the page, without a key, until you end it."
              fields={[
                { name: "slug", label: "Its address ends with", isOptional: true },
                {
                  ...{ name: "expires_at", label: "It stops working on" },
                  ...{ type: "datetime-local", isOptional: true },
                },
              ]}
              send={async ({ expires_at, slug, ...days }) => {
                const until = expires_at && { expires_at: inUtc(expires_at) };
                const result = await share({ kind, ...days, ...(slug && { slug }), ...until });
                setLast(result.data?.data.url ?? undefined);
                return result;
              }}
            >
              <Choices texts={kinds} isChosen={(each) => each === kind} choose={setKind} />
              {kind === "report" && <ReportDays since={since} user_uuid={user_uuid} />}
            </DialogButton>
            {last && <CopyButton label="Copy the new link" text={() => last} />}
          </p>
        </>
      )}
      <Shared answer={shares} place={place} />
    </>
  );
}

interface SharedProps {
  answer: Answer<ListSharesResult>;
  place: Place;
}

/** The links that work: those with an address of their own can be copied, and each can be ended. */
function Shared({ answer, place }: SharedProps) {
  if (!answer.data?.data.length) return null;
  const { data, meta } = answer.data;
  return (
    <details class="shared">
      <summary>
        Links in use {!meta.next_page_url && <span class="soft">{data.length}</span>}
      </summary>
      <List
        label="links in use"
        columns={shareColumns}
        rows={data}
        meta={meta}
        place={place}
        pageName="shares"
        sortName="links"
      />
    </details>
  );
}

const shareColumns: readonly Column<Share>[] = [
  {
    ...{ id: "page", head: "Page" },
    cell: ({ kind, from, to, slug }) => (
      <>
        {kind === "report" ? kinds.report : kinds.status}{" "}
        {from && to && <small>{`${showDay(from)} – ${showDay(to)}`}</small>}{" "}
        {slug && <small>/s/{slug}</small>}
      </>
    ),
  },
  {
    ...{ id: "made", head: "Made", kind: "time", isHighFirst: true },
    by: ({ created_at }) => created_at,
    cell: ({ created_at }) => showDayOf(created_at),
  },
  {
    ...{ id: "ends", head: "Ends", kind: "time" },
    by: ({ expires_at }) => expires_at,
    cell: ({ expires_at }) => (expires_at === null ? "never" : showDayOf(expires_at)),
  },
  { id: "link", head: "Link", cell: (share) => <LinkActions share={share} /> },
];

function LinkActions({ share: { uuid, url } }: { share: Share }) {
  const { client } = useConsole();
  return (
    <div class="actions">
      {url && <CopyButton label="Copy" text={() => url} />}
      <DialogButton
        label="End"
        title="End this link"
        question="It leads nowhere within ten seconds, for everybody."
        isDangerous
        send={() => {
          links.clear();
          return client.DELETE("/v1/shares/{share_uuid}", {
            params: { path: { share_uuid: uuid } },
          });
        }}
      />
    </div>
  );
}

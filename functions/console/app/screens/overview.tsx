import type { ComponentChildren } from "preact";
import type { AccountWebsite, WebhookState } from "reseller-website-monitoring-client";
import { useConsole } from "../answers.ts";
import { endingSoon, groupDown, newFindings, type Outage, tellCounts } from "../attention.ts";
import {
  joined,
  showAge,
  showAgeOf,
  showDayOf,
  showHost,
  showHour,
  showNumber,
  showWhen,
} from "../format.ts";
import { type Counts, states, sumOf } from "../lists.ts";
import { CopyButton } from "../parts/buttons.tsx";
import { CheckAny, NothingWatched } from "../parts/checkAny.tsx";
import { Icon } from "../parts/icon.tsx";
import { Skeleton } from "../parts/shown.tsx";
import { causeOf, causeTitle, Sign, stateTexts } from "../parts/state.tsx";
import { useWebhooks } from "../parts/webhooks.tsx";
import { useLatestWebsites } from "../parts/websiteList.tsx";
import { linkTo } from "../place.ts";
import { LastEvents } from "./events.tsx";

/** How the account is, what needs attention, and what happened last. */
export function OverviewScreen() {
  const { page, at, websites, total } = useLatestWebsites();
  const counts = page?.meta.counts;
  const webhooks = useFailingWebhooks();
  const { text, mood } = counts ? tellCounts(counts) : { text: "Overview", mood: "soft" };
  if (counts && sumOf(counts) === 0) {
    return (
      <>
        <h1>Nothing is watched yet</h1>
        <NothingWatched />
      </>
    );
  }
  return (
    <>
      <div class="headline">
        <h1 class={mood}>{text}</h1>
        <p class="soft small">{at !== undefined && `As of ${showHour(at)}`}</p>
      </div>
      <Counters counts={counts} />
      {page ? (
        <div class="columns">
          <Attention {...{ worst: page.data, websites, webhooks, total }} />
          {/* On a phone they are below, and would move. */}
          {webhooks && (
            <div>
              <CheckAny />
              <LastEvents websites={websites} />
            </div>
          )}
        </div>
      ) : (
        <Skeleton />
      )}
    </>
  );
}

/** How many websites are in each state, each a link to their list. */
function Counters({ counts }: { counts: Counts | undefined }) {
  const shown = states.filter((state) => state !== "paused" || counts?.paused);
  return (
    <ul class="counters">
      {shown.map((state) => (
        <li key={state}>
          <a class={counts?.[state] ? state : undefined} href={linkTo("websites", { state })}>
            <b>{counts && showNumber(counts[state])}</b>
            <span>
              <Sign state={state} /> {stateTexts[state].word}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How many outages, and how many websites of each, are shown before a link leads to all. */
const MOST_DOWN = 10;
/** How many of another kind are shown before a link leads to all. */
const MOST_SHOWN = 5;

interface AttentionProps {
  /** The first websites, worst first, as they are now. */
  worst: AccountWebsite[];
  /** All that are loaded, some of them minutes ago. */
  websites: AccountWebsite[];
  webhooks: WebhookState[] | undefined;
  /** How many the account has. */
  total: number;
}

/** What somebody should look at now, the worst first. */
function Attention({ worst, websites, webhooks, total }: AttentionProps) {
  const outages = groupDown(worst);
  const ending = endingSoon(websites);
  const rows = [
    ...outages
      .slice(0, MOST_DOWN)
      .map((outage, index) => (
        <OutageRow
          key={outage.websites[0]?.uuid}
          outage={outage}
          isFirst={outages.findIndex(({ cause }) => cause === outage.cause) === index}
        />
      )),
    ...ending
      .slice(0, MOST_SHOWN)
      .map(({ website, what, ends_at }) => (
        <Row
          key={`${what} ${website.uuid}`}
          sign="certificate"
          href={linkTo(`websites/${website.uuid}`)}
          text={tellEnd(what, ends_at)}
          aside={<Of website={website} />}
        />
      )),
    ending.length > MOST_SHOWN && (
      <Row
        key="more"
        sign="certificate"
        href={linkTo("websites", { sort: "certificate" })}
        text={`${showNumber(ending.length - MOST_SHOWN)} more end soon`}
      />
    ),
    ...newFindings(websites).map(({ title, website, others }) => (
      <Row
        key={title}
        sign="findings"
        href={linkTo(`websites/${website.uuid}`)}
        text={`New: ${title}`}
        aside={
          <>
            <Of website={website} />{" "}
            {others > 0 && (
              <a href={linkTo("websites", { sort: "-findings" })}>and {others} more</a>
            )}
          </>
        }
      />
    )),
    ...(webhooks ?? []).map(({ uuid, endpoint, failing_since, disabled_at }) => (
      <Row
        key={uuid}
        sign="webhooks"
        href={linkTo(`webhooks/${uuid}`)}
        text={`Webhook ${disabled_at ? "disabled" : "fails"} since ${showWhen(disabled_at ?? failing_since ?? "")}`}
        aside={<bdi>{showHost(endpoint)}</bdi>}
      />
    )),
  ].filter((row) => row !== false);
  return (
    <section class="attention">
      <h2>Needs attention {rows.length > 0 && <small>{showNumber(rows.length)}</small>}</h2>
      {rows.length > 0 && <ul class="rows">{rows}</ul>}
      {[outages, ...outages.map((each) => each.websites)].some((all) => all.length > MOST_DOWN) && (
        <p>
          <a href={linkTo("websites", { state: "down" })}>All websites that are down</a>
        </p>
      )}
      {!webhooks ? (
        <Skeleton />
      ) : (
        rows.length === 0 && <p class="soft">Nothing needs your attention.</p>
      )}
      {websites.length < total && (
        <p class="soft small" role="status">
          Every website that is down is here. Certificates and findings: of{" "}
          {showNumber(websites.length)} of {showNumber(total)} websites.
        </p>
      )}
    </section>
  );
}

interface RowProps {
  sign: "certificate" | "findings" | "webhooks";
  href: string;
  text: string;
  aside?: ComponentChildren;
}

function Row({ sign, href, text, aside }: RowProps) {
  return (
    <li>
      <p>
        <Icon name={sign} />{" "}
        <a class="row" href={href}>
          {text}
        </a>
      </p>
      <p class="soft">{aside}</p>
    </li>
  );
}

function tellEnd(name: string, ends_at: string): string {
  const seconds = (Date.parse(ends_at) - Date.now()) / 1000;
  const day = showDayOf(ends_at);
  return seconds < 0 ? `${name} ended ${day}` : `${name} ends in ${showAge(seconds)}, ${day}`;
}

const Of = ({ website: { hostname, business_name } }: { website: AccountWebsite }) => (
  <>
    <bdi>{showHost(hostname)}</bdi> · <bdi>{business_name}</bdi>
  </>
);

interface OutageRowProps {
  outage: Outage;
  /** Whether no outage above has the same cause, of which the advice is said once. */
  isFirst: boolean;
}

/** Websites that are down together, since when, and the cause with what a technician needs. */
function OutageRow({ outage, isFirst }: OutageRowProps) {
  const { client } = useConsole();
  const { began_at, cause, technical, address, websites } = outage;
  /** What to send to the customer, in the customer's language. */
  const textFor = async (website_uuid: string) => {
    const params = { path: { website_uuid } };
    const { data, error } = await client.GET("/v1/websites/{website_uuid}/digest", { params });
    return error ?? data.data.customer_text ?? "";
  };
  const count = websites.length;
  const line = joined(
    " · ",
    technical?.replace(/^http /, ""),
    address,
    count > 1 && `${address ? "probably" : "perhaps"} one fault`,
  );
  return (
    <li class="down">
      <p>
        <Sign state="down" />{" "}
        <strong>
          {count > 1 && `${showNumber(count)} websites${address ? ", the same server" : ""}: `}
          {causeTitle(cause, technical)}
        </strong>{" "}
        <span class="soft">
          {began_at === undefined
            ? "start not known"
            : `for ${showAgeOf(began_at)}, since ${showWhen(began_at)}`}
        </span>
      </p>
      {line && <p>{line}</p>}
      <ul>
        {websites.slice(0, MOST_DOWN).map(({ uuid, hostname, business_name }) => (
          <li key={uuid} class="actions">
            <a href={linkTo(`websites/${uuid}`)}>
              <bdi>{showHost(hostname)}</bdi>
            </a>
            <span class="soft">
              <bdi>{business_name}</bdi>
            </span>
            <CopyButton label="Copy text" text={() => textFor(uuid)} />
          </li>
        ))}
      </ul>
      {isFirst && cause && (
        <p class="soft">
          <strong>What to do:</strong> {causeOf(cause, technical).what_to_do}
        </p>
      )}
    </li>
  );
}

/** The webhooks whose endpoints fail; undefined while they are awaited. */
function useFailingWebhooks(): WebhookState[] | undefined {
  const { data, error } = useWebhooks();
  return data?.filter((each) => each.failing_since ?? each.disabled_at) ?? (error && []);
}

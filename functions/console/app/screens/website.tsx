import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  Finding,
  Plan,
  Uptime,
  User,
  WebsiteDetails,
} from "reseller-website-monitoring-client";
import { textLanguageOf } from "../../../../shared/vocabulary/texts.ts";
import { useAnswer, useConsole, useGet, useRefresh } from "../answers.ts";
import {
  dayFromToday,
  joined,
  secondsSince,
  showAgeOf,
  showDayOf,
  showHost,
  showLanguages,
  showMilliseconds,
  showWhen,
} from "../format.ts";
import { ActionButton, CopyButton, DialogButton, Menu } from "../parts/buttons.tsx";
import { Checks } from "../parts/checks.tsx";
import { Findings, type Status, statusIn } from "../parts/findings.tsx";
import { HISTORY_DAYS, History } from "../parts/history.tsx";
import { MaintenanceDialog } from "../parts/maintenance.tsx";
import { OfRecord } from "../parts/record.tsx";
import { CustomerPages } from "../parts/shares.tsx";
import { Fold, Shown, Skeleton } from "../parts/shown.tsx";
import { Sign, stateOf, stateTexts } from "../parts/state.tsx";
import { linkTo, type Place, type ScreenProps } from "../place.ts";
import { useTitle } from "../tab.ts";

/** One website: its state, history and findings, and beside them its checks and the pages for its customer. */
export function WebsiteScreen({ place }: ScreenProps) {
  const [, website_uuid = ""] = place.path;
  const digest = useGet("/v1/websites/{website_uuid}/digest", {
    path: { website_uuid },
    query: { language: "en", ...history() },
  });
  return (
    <OfRecord kind="website" uuid={website_uuid} answer={digest}>
      {({ data }) => <Screen website={data} place={place} />}
    </OfRecord>
  );
}

/** The days that the page looks back at. */
const history = () => ({ from: dayFromToday(1 - HISTORY_DAYS), to: dayFromToday(0) });

function Screen({ website, place }: { website: WebsiteDetails; place: Place }) {
  const { uuid, hostname, business_uuid, user_uuid } = website;
  const uptime = useGet("/v1/websites/{website_uuid}/uptime", {
    path: { website_uuid: uuid },
    query: history(),
  });
  const business = useGet("/v1/businesses/{business_uuid}", { path: { business_uuid } });
  const user = useGet("/v1/users/{user_uuid}", { path: { user_uuid } }).data?.data;
  const plans = useGet("/v1/plans");
  const plan = plans.data?.data.find((each) => each.uuid === business.data?.data.plan_uuid);
  const status = statusIn(place);
  const open = useFindings(uuid, "open");
  const others = useFindings(status === "open" ? undefined : uuid, status);
  const state = stateOf(website);
  const { sign, word } = stateTexts[state];
  useTitle(showHost(hostname), { sign, word: word.toLowerCase() });
  const isObserved = website.observed_seconds > 0 || website.downtimes.length > 0;
  // The plan says which checks there are: without it, what is below them would move.
  if (![plans, business].every(({ data, error }) => data ?? error)) return <Skeleton />;
  const address = /^https?:/i.test(hostname) ? hostname : `http://${hostname}`;
  return (
    <>
      <a href={linkTo("websites")}>← Websites</a>
      <div class="headline">
        <h1>
          <a href={address} target="_blank" rel="noreferrer">
            <bdi>{showHost(hostname)}</bdi> <span aria-hidden="true">↗</span>
          </a>
        </h1>
        <p>
          <a href={linkTo(`customers/${user_uuid}/${business_uuid}`)}>
            <bdi>{website.business_name}</bdi>
          </a>
          {user && (
            <span class="soft">
              {" · "}
              <bdi>{`${user.first_name} ${user.last_name}`}</bdi>
            </span>
          )}
        </p>
        <ChangeMenu website={website} />
      </div>
      <div class={`now ${state}`}>
        <State website={website} user={user} plan={plan} uptime={uptime.data?.data} />
        <div class="actions">
          {website.customer_text !== null && (
            <CopyButton
              label="Copy text for the customer"
              isPrimary
              done={`Copied, in ${showLanguages([textLanguageOf(user?.language_preference ?? "")])}`}
              text={() => website.customer_text ?? ""}
            />
          )}
          <CheckAgain website={website} />
          <MaintenanceDialog websites={[website]} />
        </div>
      </div>
      <div class="columns">
        <div>
          {isObserved && (
            <Shown answer={uptime}>
              {({ data }) => <History digest={website} uptime={data} />}
            </Shown>
          )}
          <Findings
            answer={status === "open" ? open : others}
            empty={emptyText(website, status)}
            place={place}
            website={website}
          />
        </div>
        <aside>
          <section>
            <h2>Checks</h2>
            <Checks website={website} findings={open.data} plan={plan}>
              <li class={state}>
                <Sign state={state} />
                <span>
                  <b>Reachable</b>{" "}
                  <span class="soft">
                    {joined(
                      ", ",
                      codeOf(website),
                      website.last_checked_at
                        ? `checked ${showAgeOf(website.last_checked_at)} ago`
                        : "not checked yet",
                    )}
                  </span>
                </span>
              </li>
            </Checks>
            <ReadAgain website={website} />
          </section>
          <Folded title="Plan and maintenance">
            <Facts website={website} plan={plan} />
          </Folded>
          <Folded title="Pages for the customer">
            <CustomerPages
              business_uuid={business_uuid}
              website_uuid={uuid}
              since={website.created_at}
            />
          </Folded>
        </aside>
      </div>
    </>
  );
}

/** All findings of a website in one state. Undefined asks for none. */
function useFindings(websiteUuid: string | undefined, status: Status) {
  const { client } = useConsole();
  const name = websiteUuid && `findings ${websiteUuid} ${status}`;
  return useAnswer(name, async (signal) => {
    const data: Finding[] = [];
    const query = {
      websiteUuid: websiteUuid ?? "",
      status,
      language: "en" as const,
      per_page: 100,
    };
    for await (const each of client.items("/v1/findings", { params: { query }, signal }))
      data.push(each);
    return { data };
  });
}

interface StateProps {
  website: WebsiteDetails;
  user: User | undefined;
  plan: Plan | undefined;
  uptime: Uptime | undefined;
}

/** What is true now and since when, in one sentence; what a technician asks next; what to do. */
function State({ website, user, plan, uptime }: StateProps) {
  const { downtime, downtimes, maintenance, unstable_since, watched_since } = website;
  const state = stateOf(website);
  const current = downtimes.find(({ ended_at }) => ended_at === null);
  const window = maintenance[0];
  const back = downtimes.at(-1)?.ended_at;
  const sentence = {
    down: `Down${downtime ? ` for ${showAgeOf(downtime.began_at)}` : ""}: ${current ? lowerFirst(current.title) : "the cause is not known"}`,
    unstable: `Unstable${unstable_since ? ` since ${showWhen(unstable_since)}` : ""}: some checks fail, and the second try works`,
    maintenance: `In maintenance${window ? ` until ${showWhen(window.ends_at)}` : ""}: nobody is alerted`,
    not_checked: "Not checked yet: the first result comes within minutes",
    paused: user?.suspended_at
      ? `Not checked: the customer is suspended since ${showDayOf(user.suspended_at)}`
      : plan && !plan.downtime
        ? `Not checked: the plan “${plan.name}” has no uptime checks`
        : "Not checked",
    up: back
      ? `Up since ${showWhen(back)}`
      : `Up${watched_since ? `, no downtime since ${showDayOf(watched_since)}` : ""}`,
  }[state];
  const duration = downtime?.duration_ms;
  const regions = downtime?.seen_from;
  const seen = regions && `seen from ${regions.regions_count} of ${regions.asked_count} regions`;
  const technical = joined(
    " · ",
    codeOf(website),
    downtime?.address,
    typeof duration === "number" && showMilliseconds(duration),
    downtime && joined(", ", `since ${showWhen(downtime.began_at)}`, seen),
    uptime?.last_status === "up_refused" && `refuses our checks: ${uptime.last_status_technical}`,
  );
  return (
    <div>
      <p class="sentence">
        <Sign state={state} /> {sentence}
      </p>
      {technical && <p>{technical}</p>}
      {state === "down" && current && <p>{current.what_to_do}</p>}
      {state !== "down" && website.unchecked.unreadable && (
        <p>
          {website.unchecked.unreadable.title}. {website.unchecked.unreadable.what_to_do}
        </p>
      )}
    </div>
  );
}

/** What a program calls the cause of a downtime: `503`, `ECONNREFUSED`. */
const codeOf = ({ downtime }: WebsiteDetails) => downtime?.technical?.replace(/^http /, "");

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const SOON_MS = 2000;
const LONGEST_MS = 30_000;

/** Has the website probed now, and says what came out. */
function CheckAgain({ website }: { website: WebsiteDetails }) {
  const { client } = useConsole();
  const { uuid, state, last_checked_at } = website;
  /** What was the last check when another one was asked for, and until when that is awaited. */
  const [request, setRequest] = useState<{ previous: string | null; until: number }>();
  const isAwaited = request?.previous === last_checked_at && Date.now() < request.until;
  useRefresh(isAwaited ? SOON_MS : undefined);
  const word = stateTexts[stateOf(website)].word.toLowerCase();
  const outcome = last_checked_at
    ? `Checked ${showAgeOf(last_checked_at)} ago: ${word}`
    : "The first result comes within minutes.";
  return (
    <ActionButton
      label={state === "not_checked" ? "Check now" : "Check again"}
      reason={state === "paused" ? "It is paused." : undefined}
      done={request && (isAwaited ? "Checking…" : outcome)}
      send={async () => {
        const params = { path: { website_uuid: uuid } };
        const result = await client.POST("/v1/websites/{website_uuid}/check", { params });
        if (!result.error)
          setRequest({ previous: last_checked_at, until: Date.now() + LONGEST_MS });
        return result;
      }}
    />
  );
}

/** Has the pages read now. */
function ReadAgain({ website: { uuid, unchecked } }: { website: WebsiteDetails }) {
  const { client } = useConsole();
  const { last_audited_at, unreadable } = unchecked;
  const never = unreadable
    ? `Could not be read since ${showWhen(unreadable.since)}`
    : "The first reading begins within minutes.";
  return (
    <p class="actions">
      <span class="soft">{last_audited_at ? `Read ${showWhen(last_audited_at)}` : never}</span>
      <ActionButton
        label={last_audited_at ? "Read again" : "Read now"}
        done="The audit begins within two minutes."
        reason={
          last_audited_at && secondsSince(last_audited_at) < 3600
            ? "At most once an hour."
            : undefined
        }
        send={() =>
          client.POST("/v1/websites/{website_uuid}/audit", {
            params: { path: { website_uuid: uuid } },
          })
        }
      />
    </p>
  );
}

function Facts({ website, plan }: { website: WebsiteDetails; plan: Plan | undefined }) {
  const { client } = useConsole();
  const path = { website_uuid: website.uuid };
  const isPlanned = website.maintenance.length > 0;
  const route = "/v1/websites/{website_uuid}/maintenance-windows";
  const planned = useGet(route, isPlanned ? { path } : null);
  const ahead = planned.data?.data.filter(({ ends_at }) => Date.parse(ends_at) > Date.now()) ?? [];
  return (
    <dl>
      <dt>Plan</dt>
      <dd>
        <bdi>{plan?.name}</bdi>
      </dd>
      <dt>Added</dt>
      <dd>{showDayOf(website.created_at)}</dd>
      <dt>Maintenance</dt>
      <dd>
        {!isPlanned && "none planned"}
        {ahead.map(({ uuid, starts_at, ends_at, reason }) => (
          <p key={uuid}>
            {showWhen(starts_at)} – {showWhen(ends_at)} {reason && <bdi>{reason}</bdi>}{" "}
            <DialogButton
              label="End"
              title="End this maintenance"
              question="Failures count as downtime again from now on."
              isDangerous
              send={() =>
                client.DELETE(
                  "/v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
                  { params: { path: { ...path, maintenance_window_uuid: uuid } } },
                )
              }
            />
          </p>
        ))}
      </dd>
    </dl>
  );
}

/** A section beside the findings. On a phone it is below them, and folded. */
function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  const [isPhone] = useState(() => matchMedia("(max-width: 48rem)").matches);
  if (!isPhone) return <section>{children}</section>;
  return (
    <Fold class="folded" name={title} summary={title}>
      {children}
    </Fold>
  );
}

function ChangeMenu({
  website: { uuid, hostname, user_uuid, business_uuid },
}: {
  website: WebsiteDetails;
}) {
  const { client } = useConsole();
  const path = { website_uuid: uuid };
  return (
    <Menu label="More actions">
      <DialogButton
        label="Change"
        title="Change the address"
        question="The website is checked and audited again at the new address."
        fields={[{ name: "hostname", label: "Address", value: hostname }]}
        send={(values) =>
          client.PATCH("/v1/websites/{website_uuid}", {
            params: { path },
            body: { hostname: values.hostname },
          })
        }
      />
      <DialogButton
        label="Delete"
        title="Delete this website"
        question={`${showHost(hostname)} is deleted with its history and findings. You can restore it for 7 days.`}
        isDangerous
        send={() => client.DELETE("/v1/websites/{website_uuid}", { params: { path } })}
        leaveFor={linkTo(`customers/${user_uuid}/${business_uuid}`)}
      />
    </Menu>
  );
}

function emptyText({ unchecked }: WebsiteDetails, status: Status): string {
  if (status === "ignored") return "Nothing is ignored.";
  if (status === "resolved") return "Nothing was resolved in the last 90 days.";
  if (unchecked.unreadable) return "The pages could not be read, so their findings are not known.";
  return unchecked.last_audited_at
    ? "Nothing is open."
    : "Not read yet: the first audit begins within minutes.";
}

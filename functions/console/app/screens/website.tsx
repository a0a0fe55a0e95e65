import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Finding, Plan, WebsiteDetails } from "reseller-website-monitoring-client";
import { useAnswer, useConsole, useGet } from "../answers.ts";
import {
  dayFromToday,
  joined,
  secondsSince,
  showAgeOf,
  showDayOf,
  showHost,
  showWhen,
} from "../format.ts";
import { ActionButton, DialogButton, Menu } from "../parts/buttons.tsx";
import { Checks } from "../parts/checks.tsx";
import { CurrentState, codeOf } from "../parts/currentState.tsx";
import { Findings, type Status, statusIn } from "../parts/findings.tsx";
import { HISTORY_DAYS, History } from "../parts/history.tsx";
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
      <CurrentState website={website} user={user} plan={plan} uptime={uptime.data?.data} />
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

import { useState } from "preact/hooks";
import type { Plan, Uptime, User, WebsiteDetails } from "reseller-website-monitoring-client";
import { textLanguageOf } from "../../../../shared/vocabulary/texts.ts";
import { useConsole, useRefresh } from "../answers.ts";
import {
  joined,
  showAgeOf,
  showDayOf,
  showLanguages,
  showMilliseconds,
  showWhen,
} from "../format.ts";
import { ActionButton, CopyButton } from "./buttons.tsx";
import { MaintenanceDialog } from "./maintenance.tsx";
import { Sign, stateOf, stateTexts } from "./state.tsx";

interface CurrentStateProps {
  website: WebsiteDetails;
  user: User | undefined;
  plan: Plan | undefined;
  uptime: Uptime | undefined;
}

/** The current state of a website, and what can be done at once: tell the customer, check again, plan a maintenance. */
export function CurrentState(props: CurrentStateProps) {
  const { website, user } = props;
  return (
    <div class={`now ${stateOf(website)}`}>
      <State {...props} />
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
  );
}

/** What is true now and since when, in one sentence; what a technician asks next; what to do. */
function State({ website, user, plan, uptime }: CurrentStateProps) {
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
export const codeOf = ({ downtime }: WebsiteDetails) => downtime?.technical?.replace(/^http /, "");

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

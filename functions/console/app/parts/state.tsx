import type { AccountWebsite } from "reseller-website-monitoring-client";
import { causeTexts, tellCause } from "../../../../shared/causeTexts.ts";
import type { DowntimeCause } from "../../../../shared/reasons.ts";
import { secondsSince, showDuration, showTimeOfZone } from "../format.ts";
import { t } from "../texts.ts";

type Stated = Pick<
  AccountWebsite,
  "is_paused" | "is_checked_yet" | "is_hostname_up" | "unstable_since"
>;

/** What is known of a website now. A paused one is neither up nor down, and so is one before its first probe. */
export function stateOf(website: Stated) {
  if (website.is_paused) return "paused";
  if (!website.is_checked_yet) return "unchecked";
  if (!website.is_hostname_up) return "down";
  return website.unstable_since === null ? "up" : "unstable";
}

/** The state of a website, as a word and a colour. */
export function State({ website }: { website: Stated }) {
  const state = stateOf(website);
  return <span class={`state ${state}`}>{t(state === "down" ? "stateDown" : state)}</span>;
}

interface OfDowntime {
  downtime: Pick<NonNullable<AccountWebsite["downtime"]>, "cause" | "technical"> | null;
}

/** A cause that is newer than the console counts as another one. */
function causeOf(cause: string, technical: string | null) {
  const known = Object.hasOwn(causeTexts, cause) ? (cause as DowntimeCause) : "other";
  return tellCause(known, "en", { technical });
}

/** Why a website was down, with what a program calls it. */
export function Cause({ downtime }: OfDowntime) {
  const { cause = null, technical = null } = downtime ?? {};
  return (
    <>
      {cause === null ? t("causeUnknown") : causeOf(cause, technical).title}
      {technical !== null && (
        <>
          {" "}
          <code>{technical}</code>
        </>
      )}
    </>
  );
}

/** What the owner of a website that is down should do. */
export function Advice({ downtime }: OfDowntime) {
  if (!downtime?.cause) return null;
  return (
    <>
      <strong>{t("whatToDo")}:</strong> {causeOf(downtime.cause, null).what_to_do}
    </>
  );
}

export function Since({ time }: { time: string | undefined }) {
  if (time === undefined) return <>{t("sinceUnknown")}</>;
  const duration = showDuration(secondsSince(time));
  return <>{t("since", { duration, time: showTimeOfZone(time) })}</>;
}

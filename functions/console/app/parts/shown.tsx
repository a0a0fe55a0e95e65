import type { ComponentChildren } from "preact";
import type { ApiError } from "reseller-website-monitoring-client";
import { type Answer, tellChange, useFailure } from "../answers.ts";
import { showClock, showDuration } from "../format.ts";
import { t } from "../texts.ts";

/** What went wrong, in a sentence for people. */
export function explain(error: ApiError): string {
  switch (error.kind) {
    case "network":
    case "timeout":
      return t("offline");
    case "unavailable":
      return t("busy");
    case "rate_limited":
      return t("tooMany", { duration: showDuration((error.retryAfterMs ?? 0) / 1000) });
    case "not_found":
      return t("gone");
    case "unauthorized":
      return t("keyRefused");
    default:
      return error.requestId === undefined || error.kind === "validation"
        ? error.message
        : `${error.message} (${t("request", { id: error.requestId })})`;
  }
}

interface ShownProps<Data> {
  answer: Answer<Data>;
  children(data: Data): ComponentChildren;
}

/** An answer, or that it is still awaited. Why there is none, `Failure` says for the whole screen. */
export function Shown<Data>({ answer: { data, error }, children }: ShownProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  return error ? null : <p class="soft">{t("loading")}</p>;
}

/** Why the screen could not be read or refreshed, and from when is the oldest of what it shows. */
export function Failure() {
  const failure = useFailure();
  if (!failure) return null;
  const { error, at } = failure;
  return (
    <p class="problem failure" role="alert">
      {explain(error)} {at !== undefined && t("stale", { time: showClock(at) })}{" "}
      <button type="button" onClick={tellChange}>
        {t("tryAgain")}
      </button>
    </p>
  );
}

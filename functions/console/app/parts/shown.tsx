import type { ComponentChildren } from "preact";
import type { ApiError } from "reseller-website-monitoring-client";
import type { Answer } from "../answers.ts";
import { type Console, useConsole } from "../context.ts";
import { showClock, showDuration } from "../format.ts";

/** What went wrong, in a sentence for people. */
export function explain(error: ApiError, { t, language }: Pick<Console, "t" | "language">): string {
  switch (error.kind) {
    case "network":
    case "timeout":
      return t("offline");
    case "unavailable":
      return t("busy");
    case "rate_limited":
      return t("tooMany", { duration: showDuration((error.retryAfterMs ?? 0) / 1000, language) });
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

/** An answer, or that it is still awaited, or why there is none. An older one says from when it is. */
export function Shown<Data>({ answer, children }: ShownProps<Data>) {
  const console = useConsole();
  const { t, language } = console;
  const { data, error, at = 0, again } = answer;
  if (data === undefined && !error) return <p class="soft">{t("loading")}</p>;
  return (
    <>
      {error && (
        <p class="problem" role="alert">
          {explain(error, console)}{" "}
          {data !== undefined && t("stale", { time: showClock(at, language) })}{" "}
          <button type="button" onClick={again}>
            {t("tryAgain")}
          </button>
        </p>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

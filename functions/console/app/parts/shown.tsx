import type { ComponentChildren } from "preact";
import type { ApiError } from "reseller-website-monitoring-client";
import { type Answer, tellChange, useFailure } from "../answers.ts";
import { showDuration, showHour } from "../format.ts";
import { useKept } from "../place.ts";

/** That the key is refused. */
export const REFUSED =
  "The service does not accept this key. It may be mistyped, revoked or expired.";

/** What went wrong, in a sentence for people. */
export function explain(error: ApiError): string {
  switch (error.kind) {
    case "network":
    case "timeout":
      return "There is no connection to the service.";
    case "unavailable":
      return "The service is busy. Try again in a moment.";
    case "rate_limited":
      // Its first sentence says what was too much: the next one is for programs.
      return `${error.message.split(".")[0]}. Try again in ${showDuration((error.retryAfterMs ?? 0) / 1000)}.`;
    case "not_found":
      return "There is no such record. It may have been deleted.";
    case "unauthorized":
      return REFUSED;
    default:
      return error.requestId === undefined || error.kind === "validation"
        ? error.message
        : `${error.message} (Request ${error.requestId})`;
  }
}

/** What went wrong, if something did. Readers of the screen hear it. */
export function Problem({ children }: { children: ComponentChildren }) {
  return (
    <p role="alert" class={children ? "problem" : undefined}>
      {children}
    </p>
  );
}

interface ShownProps<Data> {
  answer: Answer<Data>;
  children(data: Data): ComponentChildren;
}

/** An answer, or that it is still awaited. Why there is none, `Failure` says for the whole screen. */
export function Shown<Data>({ answer: { data, error }, children }: ShownProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  return error ? null : <Skeleton />;
}

interface FoldProps {
  class?: string;
  /** What the way back knows it by. */
  name: string;
  summary: ComponentChildren;
  children: ComponentChildren;
}

/** A part that is folded until it is opened, and that the way back finds as it was. */
export function Fold({ name, summary, children, ...props }: FoldProps) {
  const [isOpen, setOpen] = useKept(`open ${name}`, false);
  return (
    <details {...props} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}

/** Grey lines in place of what is awaited. */
export const Skeleton = () => <div class="skeleton" role="status" aria-label="Loading" />;

/** Why the screen could not be read or refreshed, and from when is the oldest of what it shows. */
export function Failure() {
  const { error, at } = useFailure() ?? {};
  if (!error) return null;
  return (
    <p class="problem failure" role="alert">
      {explain(error)}{" "}
      {at !== undefined &&
        `Could not be refreshed. The oldest of what you see is from ${showHour(at)}.`}{" "}
      <button type="button" onClick={tellChange}>
        Try again
      </button>
    </p>
  );
}

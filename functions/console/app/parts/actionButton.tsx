import { useState } from "preact/hooks";
import type { ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { explain } from "./shown.tsx";

/** Sends one change at a time. `send` returns what came back, unless the key was refused. */
export function useSending() {
  const { refused } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const send = async <Sent extends { error?: ApiError | undefined }>(
    change: () => Promise<Sent>,
  ): Promise<Sent | undefined> => {
    if (isBusy) return undefined;
    setBusy(true);
    const sent = await change();
    setBusy(false);
    if (sent.error?.kind === "unauthorized") {
      refused();
      return undefined;
    }
    setError(sent.error);
    return sent;
  };
  return { isBusy, error, send };
}

interface ActionButtonProps {
  label: string;
  /** Whether it is the one filled button of its page. */
  isPrimary?: boolean;
  /** What is said beside the button after success. */
  done?: string;
  /** Why it is not possible now. */
  reason?: string | undefined;
  send(): Promise<Result<unknown>>;
}

/** A button for a change that is easily taken back, so that it asks nothing. A read-only key has none. */
export function ActionButton({ label, isPrimary, done, reason, send }: ActionButtonProps) {
  const { account } = useConsole();
  const [isDone, setDone] = useState(false);
  const sending = useSending();
  if (account.api_key.is_read_only) return null;
  const change = async () => {
    const sent = reason ? undefined : await sending.send(send);
    if (!sent) return;
    setDone(!sent.error);
    if (!sent.error) tellChange();
  };
  return (
    <>
      <button
        type="button"
        class={isPrimary ? "primary" : undefined}
        aria-disabled={sending.isBusy || Boolean(reason)}
        onClick={change}
      >
        {label}
      </button>{" "}
      {reason && <span class="soft">{reason}</span>}
      <Done text={isDone && done} />
      <span role="alert" class={sending.error && "bad"}>
        {sending.error && explain(sending.error)}
      </span>
    </>
  );
}

/** What an action came to, beside its button. */
export function Done({ text }: { text: string | false | undefined }) {
  return (
    <span role="status" class="good">
      {text}
    </span>
  );
}

import { useState } from "preact/hooks";
import type { ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { Done } from "./dialogButton.tsx";
import { explain } from "./shown.tsx";

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
  const console = useConsole();
  const [result, setResult] = useState<{ error?: ApiError | undefined }>();
  const [isBusy, setBusy] = useState(false);
  if (console.account.api_key.is_read_only) return null;
  const change = async () => {
    if (isBusy || reason) return;
    setBusy(true);
    const sent = await send();
    setBusy(false);
    setResult(sent);
    if (sent.error?.kind === "unauthorized") return console.refused();
    if (!sent.error) tellChange();
  };
  return (
    <>
      <button
        type="button"
        class={isPrimary ? "primary" : undefined}
        aria-disabled={isBusy || Boolean(reason)}
        onClick={change}
      >
        {label}
      </button>{" "}
      {reason && <span class="soft">{reason}</span>}
      <Done text={result && !result.error && done} />
      <span role="alert" class={result?.error && "bad"}>
        {result?.error && explain(result.error)}
      </span>
    </>
  );
}

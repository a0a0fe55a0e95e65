import { useState } from "preact/hooks";
import type { ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { explain } from "./shown.tsx";

interface ActionButtonProps {
  label: string;
  send(): Promise<Result<unknown>>;
}

/** A button for a change that is easily taken back, so that it asks nothing. A read-only key has none. */
export function ActionButton({ label, send }: ActionButtonProps) {
  const console = useConsole();
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  if (console.account.api_key.is_read_only) return null;
  const change = async () => {
    if (isBusy) return;
    setBusy(true);
    const result = await send();
    setBusy(false);
    setError(result.error);
    if (result.error?.kind === "unauthorized") return console.refused();
    if (!result.error) tellChange();
  };
  return (
    <>
      <button type="button" aria-disabled={isBusy} onClick={change}>
        {label}
      </button>{" "}
      <span role="alert" class={error && "bad"}>
        {error && explain(error)}
      </span>
    </>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { explain } from "./shown.tsx";

/** Sends one change at a time. `send` returns what came back, unless the key was refused. */
export function useSending() {
  const { refused } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
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
    setDone(!sent.error);
    return sent;
  };
  return { isBusy, isDone, error, send };
}

interface ActionButtonProps {
  label: string;
  /** Whether it is the one filled button of its page. */
  isPrimary?: boolean | undefined;
  /** What is said beside the button after success. */
  done?: string | undefined;
  /** Why it is not possible now. */
  reason?: string | undefined;
  /** Whether it changes nothing, so that a read-only key has it, too. */
  isReading?: boolean;
  send(): Promise<Result<unknown>>;
}

/** A button for a change that is easily taken back, so that it asks nothing. A read-only key has none. */
export function ActionButton(props: ActionButtonProps) {
  const { label, isPrimary, done, reason, isReading, send } = props;
  const { account } = useConsole();
  const { isBusy, isDone, error, send: sendOnce } = useSending();
  if (account.api_key.is_read_only && !isReading) return null;
  const change = async () => {
    const sent = reason ? undefined : await sendOnce(send);
    if (sent && !sent.error && !isReading) tellChange();
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
      <Done text={isDone && done} />
      <span role="alert" class={error && "bad"}>
        {error && explain(error)}
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

interface CopyButtonProps {
  label: string;
  isPrimary?: boolean;
  /** What is said after it was copied. */
  done?: string;
  /** What to copy, or why it could not be had. */
  text(): string | Promise<string | ApiError>;
}

/** A button that copies a text and says so. Without the browser's permission, the text is shown to be copied. */
export function CopyButton({ label, isPrimary, done = "Copied", text }: CopyButtonProps) {
  const [uncopied, setUncopied] = useState<string>();
  const copy = async (): Promise<Result<unknown>> => {
    const value = await text();
    if (typeof value !== "string") return { error: value };
    const writing = navigator.clipboard?.writeText(value) ?? Promise.reject();
    setUncopied(
      await writing.then(
        () => undefined,
        () => value,
      ),
    );
    return { data: value };
  };
  return (
    <>
      <ActionButton
        {...{ label, isPrimary, done: uncopied === undefined ? done : undefined }}
        isReading
        send={copy}
      />
      {uncopied !== undefined && <ToCopy text={uncopied} />}
    </>
  );
}

function ToCopy({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), [text]);
  return <textarea ref={field} readOnly aria-label="To copy" value={text} />;
}

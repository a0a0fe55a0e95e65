import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "reseller-website-monitoring-client";
import { explain } from "./shown.tsx";

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
  const [copied, setCopied] = useState<{ text: string; isDone: boolean }>();
  const [error, setError] = useState<ApiError>();
  const copy = async () => {
    const value = await text();
    if (typeof value !== "string") return setError(value);
    setError(undefined);
    const writing = navigator.clipboard?.writeText(value) ?? Promise.reject();
    const isDone = await writing.then(() => true).catch(() => false);
    setCopied({ text: value, isDone });
  };
  return (
    <>
      <button type="button" class={isPrimary ? "primary" : undefined} onClick={copy}>
        {label}
      </button>{" "}
      <span role="status" class="good">
        {copied?.isDone && done}
      </span>
      {copied && !copied.isDone && <ToCopy text={copied.text} />}
      <span role="alert" class={error && "bad"}>
        {error && explain(error)}
      </span>
    </>
  );
}

function ToCopy({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), [text]);
  return <textarea ref={field} readOnly aria-label="To copy" value={text} />;
}

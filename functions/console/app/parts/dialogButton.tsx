import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { t } from "../texts.ts";
import { explain } from "./shown.tsx";

interface Field<Name> {
  name: Name;
  label: string;
  type?: "text" | "datetime-local";
  inputMode?: "email" | "tel" | "url";
  value?: string;
  isOptional?: boolean;
}

interface DialogButtonProps<Name extends string> {
  label: string;
  /** What is about to happen, as a sentence or a title. */
  question: string;
  fields?: readonly Field<Name>[];
  /** Further fields, which come first. */
  children?: ComponentChildren;
  /** Whether something is lost. */
  isDangerous?: boolean;
  send(values: Record<Name, string>): Promise<Result<unknown>>;
  /** Goes to another screen after success. Otherwise everything on this one is read again. */
  leave?(): void;
}

/** A button for a change, which asks first. A read-only key has none. */
export function DialogButton<const Name extends string>(props: DialogButtonProps<Name>) {
  const { account } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (account.api_key.is_read_only) return null;
  const { label, isDangerous } = props;
  return (
    <>
      <button
        type="button"
        class={isDangerous ? "dangerous" : undefined}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-label={label} onClose={() => setOpen(false)}>
        {isOpen && (
          <Question
            {...props}
            cancel={t("cancel")}
            open={() => dialog.current?.showModal()}
            close={() => dialog.current?.close()}
          />
        )}
      </dialog>
    </>
  );
}

interface QuestionProps<Name extends string> extends DialogButtonProps<Name> {
  cancel: string;
  open(): void;
  close(): void;
}

function Question<Name extends string>({
  label,
  question,
  fields = [],
  children,
  isDangerous,
  send,
  leave,
  cancel,
  open,
  close,
}: QuestionProps<Name>) {
  const console = useConsole();
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  // The browser moves the focus to the first field, which is there only now.
  useLayoutEffect(open, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    const entries = [...new FormData(event.currentTarget)];
    setBusy(true);
    const result = await send(
      Object.fromEntries(entries.map(([name, each]) => [name, String(each)])) as Record<
        Name,
        string
      >,
    );
    setBusy(false);
    if (result.error?.kind === "unauthorized") return console.refused();
    if (result.error) return setError(result.error);
    close();
    if (leave) leave();
    else tellChange();
  };
  return (
    <form onSubmit={submit}>
      <h2>{question}</h2>
      {children}
      {fields.map((field) => (
        <Input key={field.name} {...field} />
      ))}
      <p role="alert" class={error && "problem"}>
        {error && explain(error)}
      </p>
      <p class="actions">
        <button type="submit" class={isDangerous ? "dangerous" : "primary"} disabled={isBusy}>
          {label}
        </button>
        <button type="button" onClick={close}>
          {cancel}
        </button>
      </p>
    </form>
  );
}

function Input({ name, label, type, inputMode, value = "", isOptional = false }: Field<string>) {
  const id = useId();
  const common = { id, name, defaultValue: value, required: !isOptional };
  return (
    <label for={id}>
      {label} {isOptional && <span class="soft">({t("optional")})</span>}
      {type && type !== "text" ? (
        <input type={type} {...common} />
      ) : (
        <input type="text" inputMode={inputMode} {...common} />
      )}
    </label>
  );
}

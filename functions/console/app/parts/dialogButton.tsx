import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { Done, useSending } from "./actionButton.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { explain } from "./shown.tsx";

interface DialogButtonProps<Name extends string> {
  label: string;
  /** Of the dialog, in about three words; the label if absent. */
  title?: string;
  /** What is about to happen, as a sentence. */
  question?: string;
  fields?: readonly FieldProps<Name>[];
  /** Further fields, which come first. */
  children?: ComponentChildren;
  /** Further fields, which come last. */
  after?: ComponentChildren;
  /** What the button of the dialog says; the label if absent. */
  submit?: string;
  /** Why it can't be sent now. */
  reason?: string | undefined;
  /** Whether something is lost. */
  isDangerous?: boolean;
  /** Whether it is the one filled button of its page. */
  isPrimary?: boolean;
  send(values: Record<Name, string>): Promise<Result<unknown>>;
  /** What is said beside the button after success. */
  done?: string;
  /** Goes to another screen after success. Otherwise everything on this one is read again. */
  leave?(): void;
}

/** A button for a change, which asks first. A read-only key has none. */
export function DialogButton<const Name extends string>(props: DialogButtonProps<Name>) {
  const { account } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (account.api_key.is_read_only) return null;
  const { label, title = label, isDangerous, isPrimary, done } = props;
  return (
    <>
      <button
        type="button"
        class={isDangerous ? "dangerous" : isPrimary ? "primary" : undefined}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {done && <Done text={isDone && done} />}
      <dialog ref={dialog} aria-label={title} onClose={() => setOpen(false)}>
        {isOpen && (
          <Question
            {...props}
            title={title}
            open={() => dialog.current?.showModal()}
            close={() => dialog.current?.close()}
            end={() => setDone(true)}
          />
        )}
      </dialog>
    </>
  );
}

interface QuestionProps<Name extends string> extends DialogButtonProps<Name> {
  title: string;
  open(): void;
  close(): void;
  end(): void;
}

function Question<Name extends string>(props: QuestionProps<Name>) {
  const { title, question, fields = [], children, reason, isDangerous, send, leave, close } = props;
  const { after, submit: text = props.label } = props;
  const { isBusy, error, send: sendOnce } = useSending();
  const form = useRef<HTMLFormElement>(null);
  // The browser moves the focus to the first field, which is there only now.
  useLayoutEffect(props.open, []);
  useLayoutEffect(
    () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    [error],
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.current) return;
    const entries = [...new FormData(form.current)].map(([name, each]) => [name, String(each)]);
    const values = Object.fromEntries(entries) as Record<Name, string>;
    const sent = await sendOnce(() => send(values));
    if (!sent || sent.error) return;
    props.end();
    close();
    if (leave) leave();
    else tellChange();
  };
  const faults = error?.kind === "validation" ? error.fields : {};
  const isAtField = fields.some(({ name }) => Object.hasOwn(faults, name));
  return (
    <form onSubmit={submit} ref={form}>
      <h2>{title}</h2>
      {question && question !== title && <p>{question}</p>}
      {children}
      {fields.map((field) => (
        <Field key={field.name} {...field} fault={faults[field.name]?.text} />
      ))}
      {after}
      <p role="alert" class={error && !isAtField ? "problem" : undefined}>
        {error && !isAtField && explain(error)}
      </p>
      <p class="actions">
        <button
          type="submit"
          class={isDangerous ? "dangerous" : "primary"}
          disabled={isBusy || Boolean(reason)}
        >
          {text}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        {reason && <span class="soft">{reason}</span>}
      </p>
    </form>
  );
}

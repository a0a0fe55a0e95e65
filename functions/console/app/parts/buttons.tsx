import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange, useConsole } from "../answers.ts";
import { useListener } from "../place.ts";
import { Done, Field, type FieldProps, Form, useSending } from "./form.tsx";
import { explain } from "./shown.tsx";

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

interface CopyButtonProps {
  label: string;
  isPrimary?: boolean;
  /** What is said after it was copied. */
  done?: string;
  /** What to copy, or why it could not be had. */
  text(): string | Promise<string | ApiError>;
}

/** A button that copies a text and says so. Where the browser does not allow it, people copy it from a dialog. */
export function CopyButton({ done = "Copied", text, ...button }: CopyButtonProps) {
  const copy = async (): Promise<Result<unknown>> => {
    const value = Promise.resolve(text());
    try {
      // The promise is handed over within the click: some browsers refuse what comes later.
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": value.then(blobOf) })]);
    } catch {
      const uncopied = await value;
      if (typeof uncopied !== "string") return { error: uncopied };
      prompt("To copy", uncopied);
    }
    return { data: value };
  };
  return <ActionButton {...button} done={done} isReading send={copy} />;
}

function blobOf(value: string | ApiError): Blob {
  if (typeof value !== "string") throw new Error(value.message);
  return new Blob([value], { type: "text/plain" });
}

interface DialogProps {
  class?: string;
  /** `any`: a click beside it closes it, too. */
  closedby?: "any";
  label: string;
  isOpen: boolean;
  /** Called when it was closed. */
  close(): void;
  children: ComponentChildren;
}

/** A dialog, whose content is there only while it is open. */
export function Dialog({ label, isOpen, close, children, ...props }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser moves the focus to the first field, which is there now.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  // It may have been opened again before the browser says that it was closed.
  const follow = () => dialog.current?.open || close();
  return (
    <dialog {...props} ref={dialog} aria-label={label} onClose={follow}>
      {isOpen && children}
    </dialog>
  );
}

interface DialogButtonProps<Name extends string> {
  label: string;
  /** Of the dialog, in about three words; the label if absent. */
  title?: string;
  /** What is about to happen, as a sentence. */
  question?: string;
  fields?: readonly FieldProps<Name>[];
  /** Further fields, which come last. */
  children?: ComponentChildren;
  /** What the button of the dialog says; the label if absent. */
  submit?: string;
  /** Whether something is lost. */
  isDangerous?: boolean;
  /** Whether it is the one filled button of its page. */
  isPrimary?: boolean;
  send(values: Record<Name, string>): Promise<Result<unknown>>;
  /** What is said beside the button after success. */
  done?: string;
  /** The address to go to after success. Otherwise everything on this screen is read again. */
  leaveFor?: string;
}

/** A button for a change, which asks first. A read-only key has none. */
export function DialogButton<const Name extends string>(props: DialogButtonProps<Name>) {
  const { account } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (account.api_key.is_read_only) return null;
  const { label, title = label, question, isDangerous, isPrimary, done } = props;
  const { fields = [], children, submit = label, send, leaveFor } = props;
  const close = () => setOpen(false);
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
      <Dialog label={title} {...{ isOpen, close }}>
        <h2>{title}</h2>
        {question && <p>{question}</p>}
        <Form
          {...{ submit, isDangerous, send }}
          end={() => {
            setDone(true);
            close();
            if (leaveFor === undefined) tellChange();
            else location.hash = leaveFor;
          }}
          aside={
            <button type="button" onClick={close}>
              Cancel
            </button>
          }
        >
          {fields.map((field) => (
            <Field key={field.name} {...field} />
          ))}
          {children}
        </Form>
      </Dialog>
    </>
  );
}

interface MenuProps {
  label: string;
  /** What the button shows. Without it, the menu has changes, and a read-only key has none. */
  sign?: ComponentChildren;
  children: ComponentChildren;
}

/** A button that opens a list of links and buttons. Escape, a choice and a click elsewhere close it. */
export function Menu({ label, sign, children }: MenuProps) {
  const { account } = useConsole();
  const id = useId();
  const choices = useRef<HTMLDivElement>(null);
  const close = () => choices.current?.hidePopover();
  useListener(window, "hashchange", close);
  // The dialog that one of the buttons has opened is closed.
  useEffect(() => choices.current?.addEventListener("close", close, true), []);
  if (account.api_key.is_read_only && !sign) return null;
  return (
    <div class="menu">
      <button type="button" popovertarget={id} aria-label={label}>
        {sign ?? "…"}
      </button>
      <div id={id} class="choices" popover="auto" ref={choices}>
        {children}
      </div>
    </div>
  );
}

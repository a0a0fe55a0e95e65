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

/** A button that copies a text and says so. Without the browser's permission, the text is shown to be copied. */
export function CopyButton({ label, isPrimary, done = "Copied", text }: CopyButtonProps) {
  const [uncopied, setUncopied] = useState<string>();
  const copy = async (): Promise<Result<unknown>> => {
    const value = await text();
    if (typeof value !== "string") return { error: value };
    const writing = navigator.clipboard?.writeText(value) ?? Promise.reject();
    const isCopied = await writing.then(() => true).catch(() => false);
    setUncopied(isCopied ? undefined : value);
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
  return (
    <dialog {...props} ref={dialog} aria-label={label} onClose={close}>
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
  /** Further fields, which come first. */
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
          {children}
          {fields.map((field) => (
            <Field key={field.name} {...field} />
          ))}
        </Form>
      </Dialog>
    </>
  );
}

interface MenuProps {
  label: string;
  /** What the button shows instead of its label. */
  sign?: ComponentChildren;
  children: ComponentChildren;
}

/** A button that opens a list of links and buttons. Escape, a choice and a click elsewhere close it. */
export function Menu({ label, sign, children }: MenuProps) {
  const id = useId();
  const choices = useRef<HTMLDivElement>(null);
  const close = () => choices.current?.hidePopover();
  useListener(window, "hashchange", close);
  // The dialog that one of the buttons has opened is closed.
  useEffect(() => choices.current?.addEventListener("close", close, true), []);
  return (
    <div class="menu">
      <button type="button" popovertarget={id} aria-label={label}>
        {sign ?? label}
      </button>
      <div id={id} class="choices" popover="auto" ref={choices}>
        {children}
      </div>
    </div>
  );
}

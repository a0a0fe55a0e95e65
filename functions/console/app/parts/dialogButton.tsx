import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { Done } from "./actionButton.tsx";
import { Field, type FieldProps, Form } from "./form.tsx";

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
  const { fields = [], children, after, submit = label, reason, send, leaveFor } = props;
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
          {...{ submit, reason, isDangerous, send }}
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
          {after}
        </Form>
      </Dialog>
    </>
  );
}

import { type ComponentChildren, createContext } from "preact";
import { useContext, useId, useLayoutEffect, useState } from "preact/hooks";
import type { ApiError } from "reseller-website-monitoring-client";
import { tellChange, useConsole } from "../answers.ts";
import { explain, Problem } from "./shown.tsx";

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

/** What an action came to, beside its button. */
export function Done({ text }: { text: string | false | undefined }) {
  return (
    <span role="status" class="good">
      {text}
    </span>
  );
}

/** What is wrong about the fields of a form, by their names: `business.hostname`. */
const Faults = createContext<Record<string, { text: string }>>({});

const segmentsOf = (path: string) => path.split(".");

interface FormProps<Sent> {
  class?: string;
  children: ComponentChildren;
  /** What the button says. */
  submit: string;
  /** Whether something is lost. */
  isDangerous?: boolean | undefined;
  /** Whether its button is not the filled one of its page. */
  isPlain?: boolean | undefined;
  /** What was wrong about the values that the form begins with. */
  error?: ApiError;
  /** Follows the button. */
  aside?: ComponentChildren;
  /** What is said beside the button after success. */
  done?: string;
  send(values: Record<string, string>): Promise<Sent>;
  /** Called after success. Without it, everything on the screen is read again. */
  end?(sent: Sent): void;
}

/** Sends its fields, one change at a time. What is wrong is said at the fields, or else above the button. */
export function Form<Sent extends { error?: ApiError | undefined }>(props: FormProps<Sent>) {
  const { submit: text, isDangerous, isPlain, done, send, end = tellChange } = props;
  const { account } = useConsole();
  const { isBusy, isDone, error: own, send: sendOnce } = useSending();
  const error = own ?? props.error;
  // A state: which fields there are is known once they are on the page.
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  useLayoutEffect(() => {
    if (own) form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [own]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const entries = [...new FormData(form ?? undefined)];
    const values = Object.fromEntries(entries.map(([name, each]) => [name, String(each).trim()]));
    const sent = await sendOnce(() => send(values));
    if (sent && !sent.error) end(sent);
  };
  const isReadOnly = account.api_key.is_read_only;
  const faults = error?.kind === "validation" ? error.fields : {};
  const isAtField = Object.keys(faults)
    .flatMap(segmentsOf)
    .some((name) => form?.elements.namedItem(name));
  return (
    <form class={props.class} onSubmit={submit} ref={setForm}>
      <fieldset disabled={isReadOnly}>
        <Faults.Provider value={faults}>{props.children}</Faults.Provider>
      </fieldset>
      <Problem>{form && error && !isAtField && explain(error)}</Problem>
      {isReadOnly ? (
        <p class="soft">This key only reads.</p>
      ) : (
        <p class="actions">
          <button
            type="submit"
            class={isDangerous ? "dangerous" : isPlain ? undefined : "primary"}
            disabled={isBusy}
          >
            {text}
          </button>
          {props.aside}
          <Done text={isDone && done} />
        </p>
      )}
    </form>
  );
}

export interface FieldProps<Name extends string = string> {
  name: Name;
  label: string;
  hint?: ComponentChildren;
  type?: "text" | "date" | "time" | "datetime-local";
  inputMode?: "email" | "tel" | "url";
  placeholder?: string;
  /** If it has one of several values: the values with their texts. */
  options?: readonly (readonly [value: string, text: string])[];
  /** What it may have beside anything else. */
  suggestions?: readonly string[] | undefined;
  /** What it begins with; with `onInput`, what it has. */
  value?: string;
  onInput?(text: string): void;
  isOptional?: boolean;
  /** Whether it shows what can't be changed. */
  isFixed?: boolean;
}

/** A field, or a choice of one among several, with what is wrong about it. */
export function Field(field: FieldProps) {
  const { name, label, type = "text", value = "", onInput, isOptional } = field;
  const { inputMode, placeholder, options, suggestions = [], isFixed } = field;
  const { hint = isOptional && "(optional)" } = field;
  const faults = useContext(Faults);
  const [, fault] = Object.entries(faults).find(([path]) => segmentsOf(path).includes(name)) ?? [];
  const id = useId();
  const follow = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    onInput?.(currentTarget.value);
  return (
    <label for={id}>
      {label} {hint && <span class="soft">{hint}</span>}
      {options ? (
        <select {...{ id, name }} onChange={follow}>
          {options.map(([each, text]) => (
            <option key={each} value={each} selected={each === value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...{ id, name, type, inputMode, placeholder }}
          list={suggestions.length > 0 ? `${id}-list` : undefined}
          required={!isOptional}
          readOnly={isFixed}
          autocomplete="off"
          {...(onInput ? { value } : { defaultValue: value })}
          onInput={follow}
          {...(fault && { "aria-invalid": true, "aria-describedby": `${id}-fault` })}
        />
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {fault && (
        <span class="bad" id={`${id}-fault`} role="alert">
          {fault.text}
        </span>
      )}
    </label>
  );
}

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

export interface FieldProps<Name extends string = string> {
  name: Name;
  label: string;
  hint?: string;
  type?: "text" | "time" | "datetime-local";
  inputMode?: "email" | "tel" | "url";
  placeholder?: string;
  /** What it begins with; with `onInput`, what it has. */
  value?: string;
  onInput?(text: string): void;
  isOptional?: boolean;
  /** Whether it shows what can't be changed. */
  isFixed?: boolean;
  /** Whether the reader goes on here. */
  isFocused?: boolean;
  /** The id of a list of suggestions, which is among the children. */
  list?: string;
  children?: ComponentChildren;
}

/** A field with what is wrong about it. */
export function Field({ fault, ...field }: FieldProps & { fault: string | undefined }) {
  const { label, hint, type = "text", value = "", onInput, isOptional, isFocused } = field;
  const { name, inputMode, placeholder, list, children, isFixed } = field;
  const note = hint ?? (isOptional && "(optional)");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, []);
  return (
    <label for={id}>
      {label} {note && <span class="soft">{note}</span>}
      <input
        {...{ id, name, type, inputMode, placeholder, list }}
        ref={input}
        required={!isOptional}
        readOnly={isFixed}
        autocomplete="off"
        {...(onInput ? { value } : { defaultValue: value })}
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        {...(fault && { "aria-invalid": true, "aria-describedby": `${id}-fault` })}
      />
      {children}
      {fault && (
        <span class="bad" id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}

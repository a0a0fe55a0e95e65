import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface MenuProps {
  label: string;
  /** What the button shows instead of its label. */
  sign?: ComponentChildren;
  children: ComponentChildren;
}

/** A button that opens a list of links and buttons. Escape, a choice and a click elsewhere close it. */
export function Menu({ label, sign, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const closeAndFocus = () => {
    close();
    menu.current?.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const closeIfElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) close();
    };
    addEventListener("click", closeIfElsewhere);
    addEventListener("hashchange", close);
    // The dialog that one of the buttons has opened is closed.
    menu.current?.addEventListener("close", closeAndFocus, true);
    return () => {
      removeEventListener("click", closeIfElsewhere);
      removeEventListener("hashchange", close);
    };
  }, []);
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key === "Escape" && menu.current?.open) closeAndFocus();
      }}
    >
      <summary aria-label={label}>{sign ?? label}</summary>
      <div class="choices">{children}</div>
    </details>
  );
}

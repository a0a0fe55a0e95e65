import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface FoldedProps {
  title: string;
  children: ComponentChildren;
}

/** A section that asks the service for nothing until it is unfolded. */
export function Folded({ title, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
        </summary>
        {isOpen && children}
      </details>
    </section>
  );
}

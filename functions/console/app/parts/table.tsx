import type { ComponentChildren } from "preact";

interface TableProps {
  label: string;
  /** The names of the columns, or their cells. */
  head: string[] | ComponentChildren;
  children: ComponentChildren;
}

/**
 * A table that scrolls by itself where it is too wide, with the keyboard, too. On a phone each row is a
 * block, in which a cell names its column by `data-label`.
 */
export function Table({ label, head, children }: TableProps) {
  const isNames = Array.isArray(head) && head.every((each) => typeof each === "string");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {isNames
              ? head.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))
              : head}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

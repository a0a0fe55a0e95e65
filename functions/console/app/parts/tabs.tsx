import { linkWithin, type Place } from "../place.ts";

interface TabsProps {
  label: string;
  place: Place;
  /** What the address calls the filter. */
  name: string;
  /** Undefined if nothing is filtered. */
  current: string | undefined;
  tabs: readonly { value?: string; text: string; tone?: string }[];
}

/** Links that filter what is below them, from its first page on. The address has the filter. */
export function Tabs({ label, place, name, current, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ value, text, tone }) => (
        <a
          key={value}
          class={tone}
          href={linkWithin(place, { cursor: undefined, [name]: value })}
          aria-current={value === current ? "true" : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

import { linkWithin, type Place } from "../place.ts";

interface TabsProps {
  label: string;
  place: Place;
  tabs: readonly {
    text: string;
    tone?: string;
    /** What the address says instead; undefined takes something out. */
    query: Record<string, string | undefined>;
    isCurrent: boolean;
  }[];
}

/** Links that filter what is below them, from its first page on. The address has the filter. */
export function Tabs({ label, place, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ text, tone, query, isCurrent }) => (
        <a
          key={text}
          class={tone}
          href={linkWithin(place, { cursor: undefined, ...query })}
          aria-current={isCurrent ? "true" : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

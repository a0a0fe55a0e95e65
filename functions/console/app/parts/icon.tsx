/** The lines of icons in a square of 24 units. */
const icons = {
  overview: "M4 13h6V4H4zM14 20h6V4h-6zM4 20h6v-4H4z",
  websites:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9",
  customers:
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21c0-4 3-7 7-7s7 3 7 7M16 3.5a4 4 0 0 1 0 7.5M18 14.5c2.5 1 4 3.5 4 6.5",
  shares: "M12 15V3M8 7l4-4 4 4M5 11v10h14V11",
  webhooks: "M13 2 4 14h7l-1 8 9-12h-7z",
  certificate: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  findings: "M12 3 22 20H2zM12 10v4M12 17h.01",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
} as const;

/** A drawing beside a word, or in a button that has a label. */
export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

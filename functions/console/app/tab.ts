import { useEffect } from "preact/hooks";
import { tellCounts } from "./attention.ts";
import type { Counts } from "./lists.ts";

let thing = "";
let down = 0;

/** Names the tab after what the screen shows, with the sign and the word of its state: `▼ example.com – down`. */
export function useTitle(title: string, state?: { sign: string; word: string } | undefined): void {
  const { sign = "", word = "" } = state ?? {};
  useEffect(() => setTitle(state ? `${sign} ${title} – ${word}` : title), [title, sign, word]);
}

export function setTitle(title: string): void {
  thing = title;
  show();
}

/** Shows in the tab how many websites are down, and in its icon whether all is well. */
export function useDownCount(counts: Counts | undefined): void {
  const count = counts?.down;
  const isGood = counts !== undefined && tellCounts(counts).mood === "good";
  useEffect(() => {
    down = count ?? 0;
    show();
    const icon = document.querySelector("link[rel=icon]");
    if (count !== undefined) icon?.setAttribute("href", iconOf(count, isGood));
  }, [count, isGood]);
}

function show(): void {
  document.title = down > 0 ? `(${down}) ${thing}` : thing;
}

/** A red disc with the number, a green one, or a grey one. Browsers show it in 16 pixels. */
function iconOf(count: number, isGood: boolean): string {
  const color = count > 0 ? "#c5221f" : isGood ? "#1e8e3e" : "#6b7280";
  const number = count > 99 ? "99" : count > 0 ? String(count) : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${color}"/><text x="8" y="12" fill="#fff" font-family="sans-serif" font-weight="700" font-size="${number.length > 1 ? 9 : 11}" text-anchor="middle">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

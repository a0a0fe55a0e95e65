import { useEffect } from "preact/hooks";

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

/** Shows in the tab and its icon how many websites are down. */
export function useDownCount(count: number | undefined): void {
  useEffect(() => {
    down = count ?? 0;
    show();
    const icon = document.querySelector("link[rel=icon]");
    if (count !== undefined) icon?.setAttribute("href", iconOf(count));
  }, [count]);
}

function show(): void {
  document.title = down > 0 ? `(${down}) ${thing}` : thing;
}

/** A red disc with the number, or a green one. Browsers show it in 16 pixels. */
function iconOf(count: number): string {
  const color = count > 0 ? "#c5221f" : "#1e8e3e";
  const number = count > 99 ? "99" : count > 0 ? String(count) : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${color}"/><text x="8" y="12" fill="#fff" font-family="sans-serif" font-weight="700" font-size="${number.length > 1 ? 9 : 11}" text-anchor="middle">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

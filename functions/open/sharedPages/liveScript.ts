import type { Content } from "../report/page.ts";

/** Replaces the content of a page every minute, while people look at it. Without scripts, the page reloads. */
const SCRIPT = `"use strict";
let shown;
const refresh = async () => {
  if (document.hidden) return;
  const stale = document.querySelector("#stale");
  try {
    const response = await fetch(location.pathname, { cache: "no-cache" });
    if (!response.ok && response.status !== 404) throw new Error();
    const text = await response.text();
    stale.hidden = true;
    if (text === shown) return;
    shown = text;
    const next = new DOMParser().parseFromString(text, "text/html");
    const main = next.querySelector("main");
    document.title = next.title;
    if (main.innerHTML !== document.querySelector("main").innerHTML)
      document.querySelector("main").replaceWith(document.adoptNode(main));
  } catch {
    stale.hidden = false;
  }
};
setInterval(refresh, 60000);
document.addEventListener("visibilitychange", refresh);
`;

/** Its name beside the pages. */
export const LIVE_SCRIPT = "live.js";

export const liveScript: Content = { type: "text/javascript; charset=utf-8", body: SCRIPT };

import { describe, expect, it } from "vitest";
import { renderAlert } from "../../../../functions/workers/mailer/alertMail.ts";
import { renderOnboarding } from "../../../../functions/workers/mailer/onboardingMail.ts";
import { renderReportMail } from "../../../../functions/workers/mailer/reportMail.ts";
import { type Appearance, contrast } from "../../../../shared/catalogue/appearance.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { type TextLanguage, textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { contentOf, reported } from "../../open/report/content.ts";
import { findBarriers, hasBrowser, useBrowser } from "../../reference/browser.ts";

const HOSTS = ["zahnarzt-dr-weber.de", "goldener-adler.example", "www.some-florists-shop.co.uk"];
const plain = { sender: "Büro & Söhne Webagentur", colour: "#ffd400" };
const email = "grace.hopper.of.the.long.address@compilers.example.com";
const link = "https://api.example.com/s/harbour-cycles";
const unsubscribe_url = "https://api.example.com/unsubscribe/token";

/** The host names that a page shows on more than one line. */
const brokenHosts = `(hosts) => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector("[role=main]"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const host of hosts) {
      const start = node.data.indexOf(host);
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + host.length);
      if (range.getClientRects().length > 1) broken.push(node.data);
    }
  return broken;
}`;

function mailsIn(language: TextLanguage, appearance: Appearance = plain) {
  const [host = ""] = HOSTS;
  const at = "2026-11-01T06:00:00+00:00";
  const downtimes = HOSTS.map((hostname) => ({
    ...{ website_uuid: newUuid(), hostname, business: "Miller & Sons", began_at: at },
    cause: "http 503",
  }));
  const ended = downtimes.map((each) => ({ ...each, ended_at: "2026-11-01T06:30:00+00:00" }));
  return {
    onboarding: renderOnboarding({
      ...{ appearance, language_preference: language, email, first_name: "Grace", link },
      ...{ business: "Zahnarztpraxis Dr. Weber", website: host, canReply: true },
    }),
    report: renderReportMail({
      ...contentOf(language, [reported(language, { hostname: host })]),
      ...{ appearance, email, link, unsubscribe_url },
    }),
    reports: renderReportMail({
      ...contentOf(
        language,
        HOSTS.map((hostname) => reported(language, { hostname })),
      ),
      ...{ appearance, email, link, unsubscribe_url },
    }),
    alert: renderAlert({
      alert: { begun: downtimes, begun_count: 5, ended, ended_count: 3 },
      ...{ language, timezone: "Europe/Berlin", account: "Acme", appearance, email },
      ...{ console_url: "https://api.example.com/console", unsubscribe_url },
    }),
  };
}

describe.runIf(hasBrowser)("mails in a browser", () => {
  const browser = useBrowser();

  it.each(textLanguages)("have no barriers, fit, and break no host name: %s", async (language) => {
    for (const [name, { html }] of Object.entries(mailsIn(language))) {
      for (const [width, colorScheme] of [
        [320, "dark"],
        [600, "light"],
      ] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        await page.setContent(html);
        expect(await findBarriers(page), `${name}, ${width}, ${colorScheme}`).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await page.evaluate(`(${brokenHosts})(${JSON.stringify(HOSTS)})`)).toEqual([]);
        await page.close();
      }
    }
  });

  it("show a logo that is wide or missing within the card, and a button of any colour", async () => {
    for (const colour of ["#ffffff", "#1d2228", "#ffd400"]) {
      const looks = { ...plain, colour, logo_url: "https://logo.example/wide.svg" };
      for (const colorScheme of ["light", "dark"] as const) {
        for (const isThere of [true, false]) {
          const page = await browser.newPage({
            viewport: { width: 320, height: 900 },
            colorScheme,
          });
          await page.route("https://logo.example/**", (route) =>
            isThere ? route.fulfill({ contentType: "image/svg+xml", body: WIDE }) : route.abort(),
          );
          await page.setContent(mailsIn("en", looks).alert.html);
          const { logo, card, button, right } = await page.evaluate<Shown>(`(${readLooks})()`);
          expect(right).toBeLessThanOrEqual(320 - 24);
          expect(contrast(logo.color, logo.background ?? card)).toBeGreaterThan(4.5);
          expect(
            Math.max(contrast(button.border, card), contrast(button.background, card)),
          ).toBeGreaterThan(1.3);
          await page.close();
        }
      }
    }
  });
});

const WIDE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="96"><rect width="1600" height="96"/></svg>`;

/** Colours as `#rrggbb`; a logo without a background of its own is on the card. */
interface Shown {
  card: string;
  logo: { color: string; background: string | null };
  button: { border: string; background: string };
  right: number;
}

const readLooks = `() => {
  const hex = (text) => {
    const [red, green, blue, alpha] = text.match(/[\\d.]+/g).map(Number);
    return alpha === 0 ? null : "#" + [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  };
  const of = (selector) => getComputedStyle(document.querySelector(selector));
  const [logo, button] = [of(".logo"), of("[bgcolor]")];
  return {
    card: hex(of(".card").backgroundColor),
    logo: { color: hex(logo.color), background: hex(logo.backgroundColor) },
    button: { border: hex(button.borderTopColor), background: hex(button.backgroundColor) },
    right: document.querySelector(".logo").getBoundingClientRect().right,
  };
}`;

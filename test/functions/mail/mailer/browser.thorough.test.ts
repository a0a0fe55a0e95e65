import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderAlert } from "../../../../functions/mail/mailer/renderAlert.ts";
import { renderOnboarding } from "../../../../functions/mail/mailer/renderOnboarding.ts";
import { renderReportMail } from "../../../../functions/mail/mailer/renderReportMail.ts";
import { renderWebhookDisabled } from "../../../../functions/mail/mailer/webhookDisabledMail.ts";
import { type TextLanguage, textLanguages } from "../../../../shared/texts.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { findBarriers, findBrowser, launchBrowser } from "../../reference/browser.ts";
import { contentOf, reported } from "../../reports/content.ts";

const HOSTS = ["zahnarzt-dr-weber.de", "goldener-adler.example", "www.some-florists-shop.co.uk"];
const appearance = { sender: "Büro & Söhne Webagentur", colour: "#ffd400" };
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

const executable = findBrowser();
if (!executable) console.warn("Skipped: no browser found on this machine; CHROME_PATH names one");

function mailsIn(language: TextLanguage) {
  const [host = ""] = HOSTS;
  const at = "2026-11-01T06:00:00+00:00";
  const told = HOSTS.map((hostname) => ({
    ...{ website_uuid: newUuid(), hostname, business: "Miller & Sons", began_at: at },
    cause: "http 503",
  }));
  const ended = told.map((each) => ({ ...each, ended_at: "2026-11-01T06:30:00+00:00" }));
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
      alert: { begun: told, begun_count: 5, ended, ended_count: 3 },
      ...{ language, timezone: "Europe/Berlin", account: "Acme", appearance, email },
      ...{ console_url: "https://api.example.com/console", unsubscribe_url },
    }),
    webhook: renderWebhookDisabled({
      ...{ language, appearance, email, account: "Acme", reason: "failing", link },
      endpoint: "https://hooks.zap.example/catch/12345",
    }),
  };
}

describe.runIf(executable)("mails in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser(executable ?? "");
  });

  afterAll(async () => {
    await browser?.close();
  });

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
});

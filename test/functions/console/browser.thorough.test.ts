import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { recount } from "../../../shared/lists/recount.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { timestamp } from "../../../shared/time.ts";
import { call } from "../../support/api.ts";
import {
  type Estate,
  makeBusiness,
  makeEstate,
  makeFeedItem,
  makeKey,
  makeReseller,
  makeUnusedEstate,
  makeUser,
  makeWebsite,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { startService } from "../../support/service.ts";
import { findBarriers, findBrowser, launchBrowser, watchPage } from "../reference/browser.ts";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1080 };
/** Markup, a change of direction, and more than fits anywhere. */
const HOSTILE = `<img src=x onerror=alert(1)>שלום"><script>alert(1)</script>${"W".repeat(30)}`;

const executable = findBrowser();
if (!executable) console.warn("Skipped: no browser found on this machine; CHROME_PATH names one");

describe.runIf(executable)("the console in a browser", () => {
  let browser: Browser;
  let baseUrl: string;

  beforeAll(async () => {
    baseUrl = await startService();
    browser = await launchBrowser(executable ?? "");
  });

  afterAll(async () => {
    await browser?.close();
  });

  it("has screens without barriers and faults, on a phone and a desk, light and dark", async () => {
    const estate = await makeEstate();
    const { page, faults } = await enter(estate.reseller.key);
    for (const [index, path] of screensOf(estate).entries()) {
      await page.goto(`${baseUrl}/console#/${path}`);
      await settled(page);
      expect(await page.locator("main").textContent()).not.toMatch(/\{\w+\}/);
      for (const size of [PHONE, DESK, WIDE]) await expectToFit(page, size);
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? "light" : "dark" });
      expect(await findBarriers(page), path).toEqual([]);
      await expectToFit(page, PHONE);
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? "dark" : "light" });
      expect(await findBarriers(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  it("says what is down, and since when and why", async () => {
    const { reseller, business, user, website } = await makeEstate();
    const shown = await call("GET /v1/users/{user_uuid}", { key: reseller.key, uuid: user });
    const { email, first_name } = shown.body.data;
    await recount(reseller.uuid);
    const { page } = await enter(reseller.key);
    await page.getByRole("heading", { name: "No website is down of 2 in all" }).waitFor();
    await takeDown({ reseller_uuid: reseller.uuid, uuid: website });
    await page.reload();
    await page.getByRole("heading", { name: "1 website is down of 2 in all" }).waitFor();
    await page.getByText("The website’s name leads nowhere ENOTFOUND").waitFor();
    await page.getByText("since 1 Nov 2026, 10:00 UTC").waitFor();
    const card = page.locator(".cards > li");
    const customer = card.locator(`a[href="#/customers/${user}"]`);
    await customer.filter({ hasText: first_name }).waitFor();
    await card.locator(`a[href="mailto:${email}"]`).waitFor();
    await card.locator(`a[href="#/businesses/${business}"]`).waitFor();
  });

  it("shows hostile names as they are, and runs nothing of them", async () => {
    const estate = await makeEstate();
    const { reseller, business, website } = estate;
    const { key } = reseller;
    const { status } = await call("PATCH /v1/businesses/{business_uuid}", {
      ...{ key, uuid: business },
      body: { name: HOSTILE, industry: HOSTILE },
    });
    expect(status).toBe(200);
    await makeFeedItem(
      { reseller_uuid: reseller.uuid, business_uuid: business, website_uuid: website },
      { data: { text: HOSTILE.repeat(130) } },
    );
    const { page, faults } = await enter(reseller.key);
    page.on("dialog", ({ message }) => faults.push(`dialog ${message}`));
    for (const path of screensOf(estate)) {
      await page.goto(`${baseUrl}/console#/${path}`);
      await settled(page);
      await expectToFit(page, PHONE);
      expect(await page.locator("img, main script").count(), path).toBe(0);
    }
    await page.goto(`${baseUrl}/console#/businesses/${business}`);
    await page.locator("h1").getByText("<script>alert(1)</script>").waitFor();
    expect(faults).toEqual([]);
  });

  it("asks before it changes something, by keyboard alone, and shows the change", async () => {
    const { reseller, business, website } = await makeEstate();
    const { page, faults } = await enter(reseller.key);
    await page.goto(`${baseUrl}/console#/businesses/${business}`);
    const add = page.getByRole("button", { name: "Add a website" });
    await add.press("Enter");
    await page.keyboard.type("not a host");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Hostname must be" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    faults.length = 0;
    await page.getByRole("textbox", { name: "Host name or URL" }).fill("new.example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "new.example.com" }).waitFor();

    await page.goto(`${baseUrl}/console#/websites/${website}`);
    await page.getByText("What to do").first().waitFor({ state: "attached" });
    await page.locator(".cards summary").first().press("Enter");
    await page.getByRole("button", { name: "Ignore" }).press("Enter");
    await page.getByRole("textbox", { name: "Note" }).fill("That is our name.");
    await page.keyboard.press("Enter");
    const changed = page.getByRole("status").filter({ hasText: "Ignored: " });
    await changed.waitFor();
    await page.getByText("Not audited yet: nobody knows").waitFor();
    expect(await changed.evaluate((line) => line === document.activeElement)).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Open again: " }).waitFor();
    await page.locator(".cards summary").first().press("Enter");
    await page.getByRole("button", { name: "Ignore" }).press("Enter");
    await page.getByRole("textbox", { name: "Note" }).fill("That is our name.");
    await page.keyboard.press("Enter");
    await changed.waitFor();
    await page.getByRole("button", { name: "Delete" }).last().press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    await page.goto(`${baseUrl}/console#/websites/${website}?status=ignored`);
    await page.locator(".cards summary").first().press("Enter");
    await page.getByText("That is our name.").waitFor();
    await page.getByRole("button", { name: "Open again" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Open again: " }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it("finds websites and businesses by how they begin, and restores what was deleted", async () => {
    const { reseller, business } = await makeUnusedEstate();
    const { key } = reseller;
    await call("PATCH /v1/businesses/{business_uuid}", {
      ...{ key, uuid: business, body: { name: "Golden Crust" } },
    });
    const { body } = await call("POST /v1/websites", {
      ...{
        key,
        query: { businessUuid: business },
        body: { hostname: "https://www.crust.example" },
      },
    });
    const stream = await followReseller(reseller.uuid);
    const { page, faults } = await enter(key);
    await page.getByRole("link", { name: "Customers" }).click();
    await page.getByRole("searchbox").fill("golden");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Golden Crust" }).waitFor();
    await page.getByRole("searchbox").fill("crust");
    await page.keyboard.press("Enter");
    await page.getByText("Show all").waitFor();
    await page.getByRole("link", { name: "Golden Crust" }).waitFor();
    await page.getByRole("searchbox").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("“gold” finds Golden Crust Bakery").waitFor();
    await page.getByText("Show all").click();
    await page.getByRole("columnheader", { name: "Customer" }).waitFor();
    await page.getByRole("link", { name: "Websites" }).click();
    await page.getByRole("searchbox").fill("nowhere");
    await page.keyboard.press("Enter");
    await page.getByText("“adler” finds www.adler-dental.de").waitFor();
    await page.getByRole("searchbox").fill("rust");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "crust.example" }).waitFor();
    await page.getByRole("searchbox").fill("crus");
    await page.keyboard.press("Enter");
    await page.getByText("Show all").waitFor();
    await page.getByRole("link", { name: "crust.example" }).click();
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText("For 7 days you can restore it").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("heading", { name: "Golden Crust" }).waitFor();
    await stream.settle();
    await page.goto(`${baseUrl}/console#/account`);
    const deleted = page.getByRole("row", { name: "crust.example" });
    await deleted.getByRole("button", { name: "Restore" }).press("Enter");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.goto(`${baseUrl}/console#/websites/${body.data.uuid}`);
    await page.getByRole("heading", { name: "crust.example" }).waitFor();
    expect(faults).toEqual([]);
  });

  it("shows the downtimes of the last days once they are asked for", async () => {
    const { reseller, website } = await makeUnusedEstate();
    const began = Date.now() - 3 * 86_400_000;
    await Downtime.put({
      ...{ reseller_uuid: reseller.uuid, uuid: website, cause: "http 502" },
      ...{ began_at: timestamp(new Date(began)), duration_seconds: 2820, unobserved_seconds: 0 },
      ...{ ended_at: timestamp(new Date(began + 2_820_000)), expires_epoch: began },
    }).go();
    const { page, faults } = await enter(reseller.key);
    await page.locator("summary", { hasText: "Earlier downtimes" }).press("Enter");
    const row = page.getByRole("row", { name: "47 mins" });
    await row.getByText("The server reports a fault of its own 502").waitFor();
    await expectToFit(page, PHONE);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(DESK);
    await row.getByRole("link").click();
    await page.getByRole("button", { name: "Audit now" }).waitFor();
    expect(faults).toEqual([]);
  });

  it("shares a report by a link that somebody without a key can open, until it is ended", async () => {
    const { reseller, website } = await makeUnusedEstate();
    const { page, faults } = await enter(reseller.key);
    await page.goto(`${baseUrl}/console#/websites/${website}`);
    const shared = page.locator("section", { hasText: "Pages for customers" });
    await shared.getByRole("row", { name: "Status page" }).waitFor();
    const share = page.getByRole("button", { name: "Share" });
    const dialog = page.getByRole("dialog");
    await share.press("Enter");
    const today = timestamp().slice(0, 10);
    const day = (name: string) => dialog.getByLabel(name).inputValue();
    await dialog.getByRole("button", { name: "This month", pressed: true }).waitFor();
    expect([await day("First day"), await day("Last day")]).toEqual([
      `${today.slice(0, 7)}-01`,
      today,
    ]);
    await dialog.getByRole("button", { name: "Last month", pressed: false }).press("Enter");
    await dialog.getByRole("button", { name: "Last month", pressed: true }).waitFor();
    expect(await day("First day")).toMatch(/^\d{4}-\d\d-01$/);
    expect((await day("Last day")) < `${today.slice(0, 7)}-01`).toBe(true);
    await dialog.getByRole("button", { name: "Status page", pressed: false }).press("Enter");
    expect(await dialog.getByLabel("First day").count()).toBe(0);
    await dialog.getByRole("button", { name: "Report", pressed: false }).press("Enter");
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Share" }).press("Enter");
    const url = await page.getByRole("textbox", { name: "copy this link now" }).inputValue();
    await shared.getByRole("row", { name: "Report" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const token = url.split("/").at(-1);
    expect((await fetch(`${baseUrl}/s/${token}`)).status).toBe(200);
    await shared
      .getByRole("row", { name: "Status page" })
      .getByRole("button", { name: "Make a new link" })
      .press("Enter");
    await dialog.getByRole("button", { name: "Make a new link" }).press("Enter");
    await shared.getByRole("row", { name: "Status page" }).nth(1).waitFor();
    const again = await page.getByRole("textbox", { name: "copy this link now" }).inputValue();
    expect((await fetch(again)).status).toBe(200);
    await shared
      .getByRole("row", { name: "Report" })
      .getByRole("button", { name: "End" })
      .press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "End" }).press("Enter");
    await shared.getByRole("row", { name: "Report" }).waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  });

  it("says what is so, and what to do, where nothing is checked yet or any more", async () => {
    const reseller = await makeReseller();
    const { key, uuid: reseller_uuid } = reseller;
    const { page, faults } = await enter(key);
    await page.getByRole("heading", { name: "There is no website yet" }).waitFor();
    await page.getByRole("button", { name: "Add a customer" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    const user = await makeUser(reseller);
    const business = await makeBusiness(reseller, user);
    await page.goto(`${baseUrl}/console#/businesses/${business}`);
    await page.getByText("There is no website yet").waitFor();
    const uuid = await makeWebsite(reseller, business);
    await page.goto(`${baseUrl}/console#/websites/${uuid}`);
    await page.getByText("The first result comes a few minutes after").waitFor();
    await page.getByText("Not audited yet: nobody knows").waitFor();
    const place = { reseller_uuid, uuid };
    await changeListed(websites, place, () => ({ set: { paused_since: timestamp() } }));
    await page.reload();
    await page.getByText("plan of its business has no uptime checks").waitFor();
    await call("PATCH /v1/users/{user_uuid}", { key, uuid: user, body: { suspended: true } });
    await page.reload();
    await page.locator(".problem", { hasText: /customer .+ is suspended. “Resume”/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.locator(`dd a[href="#/customers/${user}"]`).click();
    await page.locator(".problem", { hasText: "is suspended. “Resume”" }).waitFor();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(faults).toEqual([]);
  });

  it("lets a read-only key look, and change nothing", async () => {
    const estate = await makeEstate();
    const key = await makeKey(estate.reseller.uuid, { is_read_only: true });
    const { page } = await enter(key);
    await page.getByRole("banner").getByText("read only").waitFor();
    for (const path of screensOf(estate)) {
      await page.goto(`${baseUrl}/console#/${path}`);
      await settled(page);
      const buttons = await page.locator("main button").allTextContents();
      expect(
        buttons.filter((text) => text !== "Search"),
        path,
      ).toEqual([]);
    }
  });

  it("keeps the key in the tab's session only, until it is forgotten or refused", async () => {
    const { reseller } = await makeEstate();
    const { page } = await enter(reseller.key);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await page.getByRole("heading", { name: "No website is down" }).waitFor();
    expect(asked.filter((url) => url.includes(reseller.key))).toEqual([]);
    expect(page.url()).not.toContain(reseller.key);
    expect(await page.evaluate("JSON.stringify(localStorage) + document.cookie")).not.toContain(
      reseller.key,
    );
    await page.getByLabel("More").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("API key").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);

    await page.getByLabel("API key").fill(`${reseller.key}x`);
    await page.keyboard.press("Enter");
    await page.getByText("The service does not accept this key.").waitFor();

    const elsewhere = await makeKey(reseller.uuid, { allowed_ips: ["203.0.113.0/24"] });
    await page.getByLabel("API key").fill(elsewhere);
    await page.keyboard.press("Enter");
    await page.getByText("This API key is not accepted from 127.0.0.1.").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("says once when it could not refresh, and from when is what it shows", async () => {
    const { reseller, website } = await makeEstate();
    const { page } = await enter(reseller.key);
    await page.clock.install();
    await page.goto(`${baseUrl}/console#/websites/${website}`);
    await settled(page);
    await page.getByRole("heading", { name: "Downtimes" }).waitFor();
    const alarm = page.locator("main > [role=alert]");
    expect(await alarm.count()).toBe(0);
    await page.route("**/v1/**", (route) => route.abort());
    await page.clock.runFor("00:45");
    await page.waitForLoadState("networkidle");
    await alarm.getByText(/no connection to the service. Could .* from/).waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
    expect(await page.locator(".problem").count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${baseUrl}/console#/account`);
    await alarm.getByText("There is no connection to the service. Try again").waitFor();
    await page.unroute("**/v1/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await alarm.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Limits and usage" }).waitFor();
  });

  /** The console after the key was entered. */
  async function enter(key: string) {
    const context = await browser.newContext({ viewport: DESK, locale: "en-GB" });
    // For what hangs: on a busy machine a page takes longer than a person's patience.
    context.setDefaultTimeout(600_000);
    const page = await context.newPage();
    const faults = watchPage(page, baseUrl);
    await page.goto(`${baseUrl}/console`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("API key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Console" }).waitFor();
    return { page, faults };
  }

  async function expectToFit(page: Page, size: typeof PHONE) {
    await page.setViewportSize(size);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, `${page.url()}, ${size.width}`).toBe(size.width);
  }
});

const screensOf = ({ website, user, business, webhook, delivery }: Estate) => [
  "",
  "websites",
  `websites/${website}`,
  "customers",
  `customers/${user}`,
  `businesses/${business}`,
  "webhooks",
  `webhooks/${webhook}`,
  `webhooks/${webhook}/${delivery}`,
  "account",
];

/** Until nothing on the screen is awaited any more. */
async function settled(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.locator("main h1").first().waitFor();
}

async function takeDown(place: { reseller_uuid: string; uuid: string }) {
  const down_since = "2026-11-01T10:00:00+00:00";
  const set = { is_hostname_up: false, down_since, down_cause: "dns (ENOTFOUND)" };
  await changeListed(websites, place, () => ({ set }));
}

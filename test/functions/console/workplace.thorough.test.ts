import { describe, expect, it } from "vitest";
import { UsageDay } from "../../../shared/entities/usageDay.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { deliver } from "../../shared/audit/deliver.ts";
import { call } from "../../support/api.ts";
import {
  makeEstate,
  makeReseller,
  makeUnusedEstate,
  makeUser,
  makeWebsite,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { messagesAbout } from "../../support/messages.ts";
import { serve } from "../../support/site.ts";
import { findBarriers, hasBrowser } from "../reference/browser.ts";
import { expectToFit, nameBusiness, PHONE, settled, useConsole } from "./openConsole.ts";

describe.runIf(hasBrowser)("the console as a workplace", () => {
  const { enter } = useConsole();

  it("says on the overview what is down, since when and why, in one request", async () => {
    const { reseller, business, website } = await makeEstate();
    const stream = await followReseller(reseller.uuid);
    await stream.follow(() => makeWebsite(reseller, business));
    const { page, faults } = await enter(reseller.key);
    const heading = page.getByRole("heading", { level: 1 });
    await heading.getByText("are being checked for the first time").waitFor();
    expect(await heading.getAttribute("class")).toBe("soft");
    const { body } = await call("GET /v1/account/websites", { key: reseller.key });
    for (const { uuid } of body.data) await takeDown({ reseller_uuid: reseller.uuid, uuid });
    const now = Date.now();
    const day = new Date(now).toISOString().slice(0, 10);
    const sent = { reports: 12, reported_at: timestamp(), expires_epoch: now / 1000 + 3600 };
    await UsageDay.upsert({ reseller_uuid: reseller.uuid, day, ...sent }).go();
    const fixed_findings = { at: timestamp(), count: 3 };
    await changeListed(websites, { reseller_uuid: reseller.uuid, uuid: website }, () => ({
      set: { fixed_findings },
    }));
    await page.reload();
    await heading.getByText("3 websites are down").waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(3\) Overview – /);
    expect(await page.locator("link[rel=icon]").getAttribute("href")).toMatch(/c5221f.*%3E3%3C/);
    const outage = page.locator(".attention li.down").first();
    await outage.getByText("3 websites: The website’s name can’t be resolved").waitFor();
    await outage.getByText("ENOTFOUND").waitFor();
    await outage.getByText("since 1 Nov").waitFor();
    await page
      .locator(".attention")
      .getByText(/^New: /)
      .waitFor();
    await page
      .locator(".events")
      .getByText("has a new finding: No secure connection to old.test, and 2 more")
      .waitFor();
    await page.locator(".events").getByText("3 findings fixed").waitFor();
    await page.locator(".events").getByText("to 12 customers").waitFor();
    await page.getByRole("link", { name: "More events →" }).click();
    await page.waitForURL(/#\/events$/);
    await page.getByRole("heading", { name: "Latest events", level: 1 }).waitFor();
    await expect.poll(() => page.locator(".events li").count()).toBe(6);
    await page.getByRole("link", { name: "Overview" }).click();
    await page.locator(".counters").getByRole("link", { name: "Down" }).click();
    await page.waitForURL(/#\/websites\?state=down$/);
    await expect.poll(() => page.locator("tbody a.row").count()).toBe(3);
    expect(faults).toEqual([]);
  });

  it("checks any website from the overview, shows its progress, and makes a customer of it", async () => {
    const bakery = {
      ...{ "@type": "Bakery", name: "Bäckerei Huber", telephone: "01 533 0000" },
      address: { streetAddress: "Ring 1", addressLocality: "Wien", addressCountry: "AT" },
    };
    const json = `<script type="application/ld+json">${JSON.stringify(bakery)}</script>`;
    const { url } = await serve({ "/": `<html lang="de">${json}<h2>No main heading</h2>` });
    const reseller = await makeReseller();
    const stream = await followReseller(reseller.uuid);
    const { page, faults } = await enter(reseller.key);
    await page.getByRole("heading", { name: "Nothing is watched yet" }).waitFor();
    await page.getByLabel("Address").fill(url);
    await page.keyboard.press("Enter");
    await page.getByText("The website is being read: 0 pages so far.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await stream.dispatch();
    expect(await deliver(messagesAbout("AUDIT_QUEUE_URL", reseller.uuid))).toEqual({
      batchItemFailures: [],
    });
    await page.getByText(/^1 page read, \d+ findings.$/).waitFor();
    await page.getByText("No main heading on").waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await expectToFit(page, PHONE);

    await page.getByRole("link", { name: "Make a customer of it" }).click();
    await page.getByText("Filled in with what the website says.").waitFor();
    expect(await page.getByLabel("Language of").inputValue()).toBe("de");
    await page.getByLabel("E-mail address").fill("eva@huber.example");
    await page.getByLabel("First name").fill("Eva");
    await page.getByLabel("Last name").fill("Huber");
    await page.getByRole("button", { name: "Make a customer" }).click();
    await page.getByRole("link", { name: "Bäckerei Huber" }).waitFor();
    await page.getByText("No main heading on").waitFor();
    const { key } = reseller;
    const { body } = await call("GET /v1/account/businesses", { key });
    const [{ uuid }] = body.data;
    const address = await call("GET /v1/businesses/{business_uuid}/address", { key, uuid });
    expect(address.body.data).toMatchObject({
      ...{ address_line_1: "Ring 1", city: "Wien" },
      ...{ country_code: "AT", phone_number: "+4315330000" },
    });
    expect(faults).toEqual([]);
  });

  it("opens a list with three requests, keeps its order in the address, and restores it on the way back", async () => {
    const { reseller, business } = await makeUnusedEstate();
    for (const host of ["b.example", "a.example", "c.example"]) {
      await call("POST /v1/websites", {
        ...{ key: reseller.key, query: { businessUuid: business }, body: { hostname: host } },
      });
    }
    const { page, faults, open } = await enter(reseller.key);
    await open("websites");
    const rows = page.locator("tbody th");
    await rows.first().locator("a").waitFor();
    const requests: string[] = [];
    page.on("request", (request) => request.url().includes("/v1/") && requests.push(request.url()));
    await page.reload();
    await rows.first().locator("a").waitFor();
    expect(requests.length).toBeLessThanOrEqual(3);
    await page.setViewportSize({ width: 1280, height: 300 });
    const sort = page.getByRole("columnheader").getByRole("link", { name: "Website" });
    await sort.click();
    await sort.click();
    await page.waitForURL(/sort=-website$/);
    expect(await rows.first().textContent()).toMatch(/^example\.com|^c\.example/);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate("scrollY")).toBe(120);
    await rows.last().locator("a").dispatchEvent("click");
    await page.waitForURL(/#\/websites\/.+/);
    await page.goBack();
    await expect.poll(() => page.evaluate("scrollY")).toBe(120);
    expect(page.url()).toMatch(/sort=-website$/);
    await page.goBack();
    await page.locator(".counters").waitFor();
    expect(faults).toEqual([]);
  });

  it("plans a maintenance for two websites with five clicks, has them audited, and shares reports", async () => {
    const { reseller, business } = await makeUnusedEstate();
    await makeWebsite(reseller, business);
    const { page, faults } = await enter(reseller.key);
    const clicks = [
      page.getByRole("link", { name: "Websites" }),
      page.getByLabel("Select example.com").first(),
      page.getByLabel("Select example.com").last(),
      page.getByRole("button", { name: "Maintenance" }),
      page.getByRole("dialog").getByRole("button", { name: "Plan it" }),
    ];
    for (const each of clicks) await each.click();
    await page.getByRole("link", { name: "Maintenance 2" }).waitFor();
    const actions = page.getByRole("region", { name: "Chosen websites" });
    await actions.getByText("2 selected").waitFor();
    await actions.getByRole("button", { name: "Copy report links" }).click();
    await actions.getByText("Copied").waitFor();
    const links = await page.evaluate("navigator.clipboard.readText()");
    expect(links).toMatch(/^example\.com http.*\/s\/.+\nexample\.com http/);
    await actions.getByRole("button", { name: "Audit now" }).click();
    await actions.getByText("Audits begin within minutes").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await expectToFit(page, PHONE);
    await page.locator("tbody").getByText("Maintenance until").nth(1).waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.goBack();
    await actions.getByText("2 selected").waitFor();
    expect(faults).toEqual([]);
  });

  it("finds a customer by how a word of its name begins, with the keyboard alone", async () => {
    const estate = await makeUnusedEstate();
    const { reseller } = estate;
    const { key } = reseller;
    const name = "Goldener Adler und Weinhandlung";
    await nameBusiness(estate, name);
    const stream = await followReseller(reseller.uuid);
    const uuid = await makeUser(reseller);
    await stream.settle();
    const { email } = (await call("GET /v1/users/{user_uuid}", { key, uuid })).body.data;
    const { page } = await enter(reseller.key);
    await settled(page);
    const search = async (text: string) => {
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.keyboard.press("/");
      await page.locator("dialog input:focus").waitFor();
      await page.keyboard.type(text);
    };
    await search("olden");
    const hit = page.getByRole("dialog").getByRole("link", { name });
    await hit.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await expectToFit(page, PHONE);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name }).waitFor();
    expect(await page.title()).toMatch(/Goldener Adler und Weinhandlung – /);
    await search(email.slice(0, 5));
    await page.getByRole("dialog").getByRole("link", { name: email }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await search("nobody");
    await page.getByText("Nothing is called “nobody”.").waitFor();
    await expectToFit(page, PHONE);
  });

  it("shows a customer as one page, and a business of its own from the second one on", async () => {
    const estate = await makeUnusedEstate();
    const { reseller, user, business } = estate;
    await nameBusiness(estate, "First shop");
    const { page, faults, open } = await enter(reseller.key);
    await open(`businesses/${business}`);
    await page.waitForURL(new RegExp(`#/customers/${user}/${business}$`));
    await page.getByRole("link", { name: /@/ }).waitFor();
    await page.getByLabel("More for this customer").click();
    await page.getByRole("button", { name: "Add a business" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Second shop");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await open(`customers/${user}`);
    await page.getByRole("link", { name: "Second shop" }).click();
    await page.getByRole("heading", { name: "Second shop" }).waitFor();
    await page.getByText("No website is watched yet.").waitFor();
    await page.getByLabel("More for this customer").click();
    await page.getByRole("button", { name: "Suspend" }).click();
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.locator(".problem", { hasText: "is suspended" }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.locator(".problem").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  });

  it("says at a deleted record's address who deleted it, and restores it", async () => {
    const { reseller, user, business } = await makeUnusedEstate();
    const { key, uuid: reseller_uuid } = reseller;
    const stream = await followReseller(reseller_uuid);
    await stream.follow(() => call("DELETE /v1/users/{user_uuid}", { key, uuid: user }));
    await stream.settle();
    const { page, open } = await enter(key);
    await open(`businesses/${business}`);
    await page.getByRole("link", { name: "with its customer" }).click();
    await page.getByRole("heading", { name: /@.+ was deleted .+ ago/ }).waitFor();
    await page.getByText("By the key test").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("link", { name: /@/ }).waitFor();
    await open(`customers/${reseller_uuid}`);
    await page.getByRole("heading", { name: "There is no such customer" }).waitFor();
    await open(`webhooks/${reseller_uuid}/${reseller_uuid}`);
    await page.getByRole("heading", { name: "There is no such delivery" }).waitFor();
    await open("nowhere");
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  });

  it("gives the key to a new tab, stores it no longer than the session, and drops it in all tabs at once", async () => {
    const { reseller } = await makeEstate();
    const { page, newTab } = await enter(reseller.key);
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await page.reload();
    await settled(page);
    expect(urls.filter((url) => url.includes(reseller.key))).toEqual([]);
    expect(page.url()).not.toContain(reseller.key);
    const stored = "JSON.stringify(localStorage) + document.cookie";
    expect(await page.evaluate(stored)).not.toContain(reseller.key);
    const second = await newTab();
    await second.getByRole("navigation", { name: "Console" }).waitFor();
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    for (const tab of [page, second]) {
      await tab.getByLabel("API key").waitFor();
      expect(await tab.evaluate("sessionStorage.length")).toBe(0);
    }
    await page.getByLabel("API key").fill(`${reseller.key}x`);
    await page.keyboard.press("Enter");
    await page.getByText("The service does not accept this key.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

async function takeDown(place: { reseller_uuid: string; uuid: string }) {
  const down_since = "2026-11-01T10:00:00+00:00";
  const finding = { code: "no_tls", subject: "old.test", pages: [], pages_count: 0, detail: {} };
  const newest_serious_finding = { ...finding, first_seen_at: timestamp() };
  const state = { is_hostname_up: false, down_since, down_cause: "dns (ENOTFOUND)" };
  const set = { ...state, newest_serious_finding };
  await changeListed(websites, place, () => ({ set }));
}

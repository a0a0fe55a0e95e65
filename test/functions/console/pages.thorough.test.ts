import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { Check } from "../../../shared/entities/check.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { User } from "../../../shared/entities/user.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { changeHealth } from "../../../shared/webhooks/webhook.ts";
import { call } from "../../support/api.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import {
  type Estate,
  makeBusiness,
  makeEstate,
  makeFinding,
  makeReseller,
  makeUnusedEstate,
  makeUser,
  makeWebsite,
} from "../../support/factories.ts";
import { findBarriers, hasBrowser } from "../reference/browser.ts";
import { expectToFit, nameBusiness, PHONE, useConsole } from "./openConsole.ts";

const DAY_MS = 24 * 3600 * 1000;

describe.runIf(hasBrowser)("the console's pages", () => {
  const { enter } = useConsole();

  it("copies a text for a customer whose website is down", async () => {
    const estate = await makeDown();
    const { page, faults } = await enter(estate.reseller.key);
    await page.locator(`main a[href="#/websites/${estate.website}"]`).first().click();
    await page.getByText("Down for 17 minutes: the server reports a fault of its own").waitFor();
    await page
      .getByText(/^503 · 203\.0\.113\.7 · 22 ms · since .+, seen from 2 of 2 regions$/)
      .waitFor();
    expect(await page.title()).toMatch(/▼ example\.com – down$/);
    await page.getByRole("button", { name: "Copy text for the customer" }).click();
    await page.getByText("Copied, in English").waitFor();
    expect(await readClipboard(page)).toMatch(/^Your website example\.com cannot be reached\./);
    expect(faults).toEqual([]);
  });

  it("tells the hours, days and downtimes by the keyboard, and draws no day before there was one", async () => {
    const estate = await makeDown();
    const { page, open, faults } = await enter(estate.reseller.key);
    await open(`websites/${estate.website}`);
    const days = page.getByRole("slider", { name: "Uptime by day" });
    await days.focus();
    expect(await days.getAttribute("max")).toBe("40");
    await page.keyboard.press("Home");
    expect(await days.getAttribute("aria-valuetext")).toMatch(/: down for 1 hour, 95\.83%$/);
    await page.keyboard.press("ArrowRight");
    expect(await days.getAttribute("aria-valuetext")).toMatch(/: up$/);
    await page.getByRole("heading", { name: /^Since .+: 99\.89%/ }).waitFor();
    await page.getByRole("row", { name: /goes on.+503/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await expectToFit(page, PHONE);
    expect(faults).toEqual([]);
  });

  it("calls nothing fine that nobody has measured", async () => {
    const { reseller, website: uuid, business: business_uuid } = await makeUnusedEstate();
    const site = { reseller_uuid: reseller.uuid, uuid, business_uuid, hostname: "example.com" };
    const times = { due_at: timestamp(), crawled_at: timestamp() };
    const memory = { written: {} };
    await Check.put({ ...site, ...times, kind: "audit", shard: 3, results: [], memory }).go();
    const { page, open } = await enter(reseller.key);
    await open(`websites/${uuid}`);
    const check = (text: string) => page.locator(".checks li", { hasText: text });
    await check("Links").getByRole("img", { name: "fine" }).waitFor();
    await check("Certificate").getByRole("img", { name: "not known" }).waitFor();
    expect(await check("Speed").count()).toBe(0);
  });

  it("ignores two findings, and opens them again", async () => {
    const estate = await makeUnusedEstate();
    const image = { code: "image_without_alt", severity: "info" } as const;
    await makeFinding(
      estate,
      { ...image, subject: "https://example.com/a.jpg" },
      { ...image, subject: "https://example.com/b.jpg" },
      {
        ...{ type: "spelling", code: "misspelled_word", subject: "recieve" },
        detail: { suggestion: "receive", sentence: "You recieve our menu." },
      },
    );
    const { page, open, faults } = await enter(estate.reseller.key);
    await page.getByRole("link", { name: "Websites", exact: true }).click();
    await page.locator(`a.row[href="#/websites/${estate.website}"]`).click();
    const kinds = page.locator(".kinds > li");
    await page.getByRole("link", { name: "Minor 2" }).click();
    await expect.poll(() => kinds.count()).toBe(1);
    await page.getByRole("link", { name: "All 3" }).click();
    await expect.poll(() => kinds.count()).toBe(2);
    await page.getByLabel("Select An image without a description", { exact: true }).click();
    await page.getByText("2 selected").waitFor();
    await page.getByLabel("Note, optional").fill("Decoration");
    await page.getByRole("button", { name: "Ignore" }).click();
    const notice = page.getByRole("status").filter({ hasText: "2 findings ignored" });
    await notice.waitFor();
    expect(await notice.evaluate((line) => line === document.activeElement)).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByText("An image without a description").waitFor({ state: "detached" });
    await page.locator(".kinds summary", { hasText: "recieve" }).click();
    await page.getByText("“You recieve our menu.”").waitFor();
    await page.getByRole("link", { name: "Ignored" }).click();
    await page.locator(".kinds summary").click();
    await page.getByText("Note: Decoration").first().waitFor();
    expect(await page.locator(".kinds a").first().getAttribute("href")).toBe(
      "https://example.com/a.jpg",
    );
    await page.getByLabel("Select An image without a description", { exact: true }).click();
    await page.getByRole("button", { name: "Open again" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "2 findings open again" }).waitFor();
    await page.getByText("Nothing is ignored.").waitFor();
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await page.getByLabel(/^Select .+recieve/).click();
    await page.getByRole("button", { name: /^Known word for / }).click();
    await page
      .getByRole("status")
      .filter({ hasText: "1 finding ignored. Audits of all" })
      .waitFor();
    const { key } = estate.reseller;
    const route = "GET /v1/businesses/{business_uuid}/known-words";
    const knownWords = async () => (await call(route, { key, uuid: estate.business })).body.data;
    expect(await knownWords()).toEqual({ words: ["recieve"] });
    expect(await findBarriers(page)).toEqual([]);
    await open(`customers/${estate.user}/${estate.business}`);
    const words = page.locator("section", { hasText: "Known words" });
    await words.getByText("recieve").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await words.getByRole("button", { name: "Remove" }).click();
    await words.waitFor({ state: "detached" });
    expect(await knownWords()).toEqual({ words: [] });
    await page.goBack();
    await page.getByLabel(/^Select .+recieve/).waitFor();
    expect(faults).toEqual([]);
  });

  it("adds a website to a customer, and shows its page", async () => {
    const estate = await makeUnusedEstate();
    await nameBusiness(estate, "Difference Works");
    const { page, faults } = await enter(estate.reseller.key);
    await page.getByRole("link", { name: "Add a website" }).click();
    await page.getByLabel("Address").fill("shop.example");
    const customer = page.getByRole("combobox", { name: "Customer" });
    await page.getByRole("textbox", { name: "Customer" }).fill("differ");
    const option = page.locator("datalist option[value^='Difference Works · ']");
    await customer.fill((await option.getAttribute("value")) ?? "");
    await page.getByText("A customer already").waitFor();
    await page.getByRole("button", { name: "Add the website" }).click();
    await page.getByRole("heading", { name: "shop.example" }).waitFor();
    await page.getByText("Not checked yet: the first result comes within minutes").waitFor();
    await page.getByText("Not read yet: the first audit begins within minutes.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("asks of a new customer what is missing, with errors at the fields, and sends no mail unasked", async () => {
    const reseller = await makeReseller();
    const { page, open } = await enter(reseller.key);
    await open("add");
    await page.getByLabel("Address").fill("baeckerei.example.at");
    await page.getByRole("textbox", { name: "Customer" }).fill("Bäckerei Huber");
    await page.getByRole("heading", { name: "Who is Bäckerei Huber?" }).waitFor();
    expect(await page.getByLabel("Country").inputValue()).toBe("AT");
    expect(await page.getByLabel("Language of").inputValue()).toBe("de");
    const fields = { "First name": "Eva", "Last name": "Huber", Street: "Ring 1", Town: "Wien" };
    for (const [name, text] of Object.entries(fields)) await page.getByLabel(name).fill(text);
    await page.getByLabel("E-mail address").fill("eva@");
    await page.getByLabel("Phone").fill("0664");
    await page.getByRole("button", { name: "Add the website" }).click();
    await page.getByText("Email must have the form name@example.com").waitFor();
    await page.getByText("Phone number must be in international format").waitFor();
    expect(await page.locator("[aria-invalid=true]").count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("E-mail address").fill("eva@huber.example");
    await page.getByLabel("Phone").fill("+43 664 123456");
    expect(await page.getByLabel("welcome e-mail").isChecked()).toBe(false);
    await page.getByRole("button", { name: "Add the website" }).click();
    await page.getByRole("heading", { name: "baeckerei.example.at" }).waitFor();
    const [{ uuid, ...user }] = (await call("GET /v1/users", { key: reseller.key })).body.data;
    expect(user).toMatchObject({ email: "eva@huber.example", language_preference: "de-AT" });
    const { data: record } = await User.get({ reseller_uuid: reseller.uuid, uuid }).go();
    expect(record?.is_onboarded_quietly).toBe(true);
  });

  it("imports a file with a faulty row, and goes on where it stopped", async () => {
    const estate = await makeUnusedEstate();
    const { page, faults } = await enter(estate.reseller.key);
    const head = "business;website;mail;first name;last name;street;town;phone;country";
    const row = (name: string, mail: string) =>
      `${name};${name}.example;${mail};Ann;Lee;1 Quay;Hull;+441482000000;GB`;
    const mails = ["ann@a.example", "ann@", "ann@c.example"];
    const rows = mails.map((mail, index) => row(`shop-${index}`, mail));
    const repeated = [...rows, ...rows.slice(0, 1)];
    const buffer = Buffer.from([head, ...repeated].join("\n"));
    const customers = { name: "customers.csv", mimeType: "text/csv", buffer };
    // The second and the third row are sent when the service can't be reached.
    let requests = 0;
    await page.route("**/v1/onboarding", async (route) => {
      requests += 1;
      await ([2, 4].includes(requests) ? route.abort() : route.continue());
    });
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("link", { name: "Import a CSV" }).click();
    await page.getByLabel("CSV file").setInputFiles(customers);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Import 4 customers" }).click();
    await page.getByText("There is no connection to the service.").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("2 of 4 sent: 1 new, 0 already there, 1 to correct").waitFor();
    await page.getByText("There is no connection to the service.").waitFor();
    await page.reload();
    await page.getByText("4 of 4 sent: 2 new, 1 already there, 1 to correct").waitFor();
    await page.getByRole("button", { name: "Import another file" }).click();
    await page.getByLabel("CSV file").setInputFiles(customers);
    await page.getByRole("button", { name: "Import 4 customers" }).click();
    await page.getByText("4 of 4 sent: 0 new, 3 already there, 1 to correct").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("E-mail address").fill("ann@b.example");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.locator("a:focus", { hasText: "Show the customers" }).press("Enter");
    await page.getByRole("link", { name: "shop-1" }).waitFor();
    const { data: users } = (await call("GET /v1/users", { key: estate.reseller.key })).body;
    const emails = users.map(({ email }: { email: string }) => email);
    for (const mail of ["ann@a.example", "ann@b.example", "ann@c.example"])
      expect(emails.filter((each: string) => each === mail)).toHaveLength(1);
    expect(faults.filter(isUnwanted)).toEqual([]);
  });

  it("shows the first 50 of many faulty rows of a file, so that thousands do not slow it down", async () => {
    const { page, open } = await enter((await makeReseller()).key);
    await open("import");
    const buffer = Buffer.from(["business,mail", ...Array(55).fill("Shop,ann@")].join("\n"));
    const file = { name: "customers.csv", mimeType: "text/csv", buffer };
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.getByLabel("Country of all rows").fill("GB");
    // What is wrong is said at the fields, and at no moment above the button, too.
    await page.evaluate(
      "new MutationObserver(() => { window.isTwice ||= document.querySelector('form > .problem') !== null; }).observe(document.body, { subtree: true, childList: true })",
    );
    await page.getByRole("button", { name: "Import 55 customers" }).click();
    await page.getByText("55 of 55 sent: 0 new, 0 already there, 55 to correct").waitFor();
    expect(await page.evaluate("window.isTwice")).toBe(false);
    expect(await page.getByRole("button", { name: "Send again" }).count()).toBe(50);
  });

  it("sets an alert", async () => {
    const estate = await makeUnusedEstate();
    const { page } = await enter(estate.reseller.key);
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("link", { name: "Account and alerts" }).click();
    await page.getByLabel("Alerts to").fill("ops@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByLabel("No alerts from").fill("22:00");
    await page.getByLabel("To (optional)").fill("06:00");
    await page.getByLabel("Time zone").fill("Mars");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Timezone must be a name of the IANA database").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("Time zone").fill("Europe/Berlin");
    await page.getByLabel("Reports to customers").selectOption("monthly");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const { key } = estate.reseller;
    const { body } = await call("GET /v1/account/alerts", { key });
    expect(body.data).toMatchObject({
      addresses: ["ops@example.com"],
      quiet_hours: { from: "22:00", to: "06:00" },
    });
    expect((await call("GET /v1/account", { key })).body.data.timezone).toBe("Europe/Berlin");
    const { data: reports } = (await call("GET /v1/account/report-mails", { key })).body;
    expect(reports.frequency).toBe("monthly");
  });

  it("registers a webhook for chosen events, and says what its endpoint answered", async () => {
    const reseller = await makeReseller();
    const { page, faults } = await enter(reseller.key);
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "Add a webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address (URL)").fill("hooks.example.com/in");
    await dialog.getByLabel("website.unstable").check();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByLabel("Format").selectOption("slack");
    await dialog.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByRole("heading", { name: "hooks.example.com/in" }).waitFor();
    const { key, uuid: reseller_uuid } = reseller;
    const [{ uuid }] = (await call("GET /v1/webhooks", { key })).body.data;
    const { body } = await call("GET /v1/webhooks/{webhook_uuid}", { key, uuid });
    expect(body.data).toMatchObject({ endpoint: "https://hooks.example.com/in", format: "slack" });
    expect(body.data.events).toEqual(
      expect.arrayContaining(["website.down", "website.up", "website.unstable"]),
    );
    expect(body.data.events).not.toContain("user.deleted");
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Sent: it is the newest delivery below.").waitFor();
    const log = { reseller_uuid, webhook_uuid: uuid };
    const at = timestamp();
    const failed = { at, status: 500, error: null, duration_ms: 9, response: "no such queue" };
    const data = { uuid, hostname: "https://shop.example" };
    await makeDelivery(log, {
      ...{ status: "pending", event_type: "website.down", attempts: [failed] },
      body: JSON.stringify({ type: "website.down", data }),
    });
    const own = { reseller_uuid, uuid };
    await changeHealth(own, () => ({ due_at: at, failing_since: at }));
    await page.reload();
    await page
      .getByText(/✕ Fails since .+ · last answer 500, .+ A test shows what it answers now\./)
      .waitFor();
    await page.getByRole("link", { name: "Failed" }).click();
    await page.getByText("No delivery matches the filters.").waitFor();
    await page.getByRole("link", { name: "Waiting" }).click();
    await page.getByLabel("Event").selectOption("website.up");
    await page.getByText("No delivery matches the filters.").waitFor();
    await page.getByLabel("Event").selectOption("website.down");
    await page.getByRole("link", { name: "website.down, shop.example" }).click();
    await page.getByRole("heading", { name: "website.down, shop.example" }).waitFor();
    await page.getByText("no such queue").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("plans a maintenance for an hour at once, and checks again", async () => {
    const { reseller, website } = await makeEstate();
    const uuid = await makeWebsite(
      reseller,
      await makeBusiness(reseller, await makeUser(reseller)),
    );
    const { page, open, faults } = await enter(reseller.key);
    await open(`websites/${uuid}`);
    await page.getByRole("button", { name: "Maintenance" }).click();
    const dialog = page.getByRole("dialog", { name: "Plan a maintenance" });
    expect(await dialog.locator("input[type=datetime-local]").count()).toBe(0);
    await dialog.getByLabel("When").selectOption("Choose");
    await dialog.getByLabel("Begins").waitFor();
    await dialog.getByLabel("When").selectOption("Now, 1 hour");
    await dialog.getByRole("button", { name: "Plan it" }).click();
    await page.getByText("Planned", { exact: true }).waitFor();
    await page.getByText(/In maintenance until/).waitFor();
    await page.getByRole("button", { name: /^Check/ }).click();
    await page.getByText("Checking…").waitFor();
    expect(faults).toEqual([]);
    await page.getByRole("button", { name: /^Check/ }).click();
    await page.getByText(/^A check was requested within the minute\. Try again in/).waitFor();
    await open(`websites/${website}`);
    expect(await page.getByText("Checking…").count()).toBe(0);
  });

  it("plans a maintenance that failed for one of two websites once for each, when it is sent again", async () => {
    const { reseller } = await makeUnusedEstate();
    const { key } = reseller;
    const { page, open } = await enter(key);
    await open("websites");
    await page.locator("tbody a.row").first().waitFor();
    await page.getByLabel("Select all websites").click();
    await page.getByRole("button", { name: "Maintenance" }).click();
    const dialog = page.getByRole("dialog");
    const route = "**/maintenance-windows";
    await dialog.getByLabel("Reason").fill("Update");
    // The second website's answer is lost: whether it was planned, nobody knows.
    let count = 0;
    await page.route(route, async (each) => {
      count += 1;
      const response = await each.fetch();
      await (count === 2 ? each.abort() : each.fulfill({ response }));
    });
    await dialog.getByRole("button", { name: "Plan it" }).click();
    await dialog.getByText("There is no connection to the service.").waitFor();
    await dialog.getByRole("button", { name: "Plan it" }).click();
    await page.getByRole("link", { name: "Maintenance 2" }).waitFor();
    const { body } = await call("GET /v1/account/websites", { key });
    for (const { uuid } of body.data) {
      const planned = await call("GET /v1/websites/{website_uuid}/maintenance-windows", {
        ...{ key, uuid },
      });
      const reasons = planned.body.data.map(({ reason }: { reason: string }) => reason);
      expect(reasons.filter((reason: string) => reason === "Update")).toHaveLength(1);
    }
  });

  it("shows limits of which more than half is used", async () => {
    const { reseller } = await makeEstate();
    const { page, open } = await enter(reseller.key);
    await open("account");
    await page.getByRole("heading", { name: "Deleted in the last 7 days" }).waitFor();
    expect(await page.getByRole("heading", { name: "Limits" }).count()).toBe(0);
    const limits = { websites: { count: 1200, max: 2000 }, shares: { count: 5, max: 10 } };
    await page.route("**/v1/account", async (each) => {
      const response = await each.fetch();
      const { data } = await response.json();
      const record_limits = { ...data.record_limits, ...limits };
      await each.fulfill({ response, json: { data: { ...data, record_limits } } });
    });
    await page.reload();
    await page.getByText("1,200 of 2,000").waitFor();
    expect(await page.getByText("5 of 10").count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it("copies pages for the customer that somebody without a key can open, and lists, names and deletes them", async () => {
    const estate = await makeUnusedEstate();
    const { page, open, faults } = await enter(estate.reseller.key);
    await open(`websites/${estate.website}`);
    const pages = page.locator("section", { hasText: "Pages for the customer" });
    await pages.getByRole("button", { name: "Copy link" }).first().click();
    await pages.getByText("Copied").waitFor();
    const url = await readClipboard(page);
    expect((await fetch(url)).status).toBe(200);
    await pages.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => readClipboard(page)).toContain(`${url}/badge.svg`);
    await pages.getByRole("button", { name: "Share something else" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("First day").inputValue()).toMatch(/^\d{4}-\d\d-01$/);
    const slug = `harbour-${estate.website.slice(-12)}`;
    await dialog.getByLabel("Its address ends with").fill(slug);
    await dialog.getByLabel("Language").selectOption("de");
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Share" }).click();
    await pages.getByRole("button", { name: "Copy the new link" }).waitFor();
    await pages.locator("summary", { hasText: "Links in use" }).click();
    await pages.getByText(/^Report .+ · German · /).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole("link", { name: "Shares" }).click();
    await page.getByRole("heading", { name: "Shares" }).waitFor();
    const report = page.getByRole("row", { name: "Report" });
    await report.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => readClipboard(page)).toMatch(/\/s\/harbour-/);
    const status = page.getByRole("row", { name: "Status page" });
    await status.getByRole("button", { name: "Copy badge" }).click();
    await expect.poll(() => readClipboard(page)).toMatch(/^<a href=".+"><img src=".+badge\.svg"/);
    await report.getByLabel("More for this link").click();
    await report.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await report.waitFor({ state: "detached" });
    expect(await findBarriers(page)).toEqual([]);
    expect(faults.filter(isUnwanted)).toEqual([]);
  });

  it("says why a paused website is not checked", async () => {
    const { reseller, user, website: uuid } = await makeEstate();
    const { key, uuid: reseller_uuid } = reseller;
    await call("PATCH /v1/users/{user_uuid}", { key, uuid: user, body: { suspended: true } });
    const paused_since = timestamp();
    await changeListed(websites, { reseller_uuid, uuid }, () => ({ set: { paused_since } }));
    const { page, open } = await enter(key);
    await open(`websites/${uuid}`);
    await page.getByText("Not checked: the customer is suspended since today").waitFor();
    const check = page.getByRole("button", { name: "Check again" });
    expect(await check.getAttribute("aria-disabled")).toBe("true");
    await page.getByText("It is paused.").waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

/** An estate whose website is 40 days old, was down for an hour on its first day, and has been down for 17 minutes. */
async function makeDown(): Promise<Estate> {
  const estate = await makeEstate();
  const now = Date.now();
  const at = (ago: number) => timestamp(new Date(now - ago));
  const key = { reseller_uuid: estate.reseller.uuid, uuid: estate.website };
  const expires_epoch = now / 1000 + 1000;
  await UptimeDay.put(
    Array.from({ length: 40 }, (_, age) => ({
      ...{ ...key, expires_epoch, day: at((age + 1) * DAY_MS).slice(0, 10), times: { 40: 288 } },
      ...{ looks: 288, failures: 0, failed_attempts: 0, observed: 86_400 },
      down: age === 39 ? 3600 : 0,
    })),
  ).go();
  const began_at = at(17 * 60_000 + 5000);
  await Downtime.put({ ...key, began_at, cause: "http 503", expires_epoch }).go();
  await changeListed(websites, key, () => ({
    set: {
      ...{ is_hostname_up: false, down_since: began_at, down_cause: "http 503" },
      down_probe: { address: "203.0.113.7", duration: 22, regions: { down: 2, asked: 2 } },
      awaits_probe: undefined,
    },
  }));
  const older: object = { created_at: at(40 * DAY_MS) };
  await changeListed(websites, key, () => ({ set: older }));
  return estate;
}

/** Whether it is none of the requests that a test has refused on purpose. */
const isUnwanted = (fault: string) => !fault.includes("Failed to load resource");

const readClipboard = (page: Page): Promise<string> =>
  page.evaluate("navigator.clipboard.readText()");

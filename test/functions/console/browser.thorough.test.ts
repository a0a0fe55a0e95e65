import { describe, expect, it } from "vitest";
import { changeListed } from "../../../shared/lists/changeListed.ts";
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
import { findBarriers } from "../reference/browser.ts";
import { DESK, executable, expectToFit, PHONE, settled, useBrowser } from "./openConsole.ts";

const WIDE = { width: 1920, height: 1080 };
/** Markup, a change of direction, and more than fits anywhere. */
const HOSTILE = `<img src=x onerror=alert(1)>שלום"><script>alert(1)</script>${"W".repeat(30)}`;

describe.runIf(executable)("the console in a browser", () => {
  const { enter } = useBrowser();

  it("has screens without barriers and faults, on a phone and a desk, light and dark", async () => {
    const estate = await makeEstate();
    const { page, faults, open } = await enter(estate.reseller.key);
    for (const [index, path] of screensOf(estate).entries()) {
      await open(path);
      expect(await page.locator("main").textContent()).not.toMatch(/\{\w+\}/);
      for (const size of [PHONE, DESK, WIDE]) await expectToFit(page, size);
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? "light" : "dark" });
      expect(await findBarriers(page), path).toEqual([]);
      expect(await page.locator(".primary:visible").count(), path).toBeLessThanOrEqual(1);
      await expectToFit(page, PHONE);
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? "dark" : "light" });
      expect(await findBarriers(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
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
    const { page, faults, open } = await enter(reseller.key);
    page.on("dialog", ({ message }) => faults.push(`dialog ${message}`));
    for (const path of screensOf(estate)) {
      await open(path);
      await expectToFit(page, PHONE);
      expect(await page.locator("img, main script").count(), path).toBe(0);
    }
    await open(`businesses/${business}`);
    await page.locator("h1").getByText("<script>alert(1)</script>").waitFor();
    expect(faults).toEqual([]);
  });

  it("asks before it changes something, by keyboard alone, and shows the change", async () => {
    const { reseller, website } = await makeEstate();
    const { page, faults, open } = await enter(reseller.key);
    await open(`websites/${website}`);
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
    await open(`websites/${website}?status=ignored`);
    await page.locator(".cards summary").first().press("Enter");
    await page.getByText("That is our name.").waitFor();
    await page.getByRole("button", { name: "Open again" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Open again: " }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it("shares a report by a link that somebody without a key can open, until it is ended", async () => {
    const { reseller, website } = await makeUnusedEstate();
    const { page, faults, open } = await enter(reseller.key);
    await open(`websites/${website}`);
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
    expect((await fetch(url)).status).toBe(200);
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
    const { page, faults, open } = await enter(key);
    const user = await makeUser(reseller);
    const business = await makeBusiness(reseller, user);
    const uuid = await makeWebsite(reseller, business);
    await open(`websites/${uuid}`);
    await page.getByText("The first result comes a few minutes after").waitFor();
    await page.getByText("Not audited yet: nobody knows").waitFor();
    const place = { reseller_uuid, uuid };
    await changeListed(websites, place, () => ({ set: { paused_since: timestamp() } }));
    await page.reload();
    await page.getByText("plan of its business has no uptime checks").waitFor();
    await call("PATCH /v1/users/{user_uuid}", { key, uuid: user, body: { suspended: true } });
    await page.reload();
    await page.locator(".problem", { hasText: /customer .+ is suspended/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it("lets a read-only key look, and change nothing", async () => {
    const estate = await makeEstate();
    const key = await makeKey(estate.reseller.uuid, { is_read_only: true });
    const { page, open } = await enter(key);
    await page.getByRole("banner").getByText("read only").waitFor();
    for (const path of screensOf(estate)) {
      await open(path);
      expect(await page.locator("main button:not(.sort)").allTextContents(), path).toEqual([]);
      expect(await page.locator("main .primary").count(), path).toBe(0);
    }
  });

  it("says once when it could not refresh, and from when is what it shows", async () => {
    const { reseller, website } = await makeEstate();
    const { page, open } = await enter(reseller.key);
    await page.clock.install();
    await open(`websites/${website}`);
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
    await page.evaluate("location.hash = '#/account'");
    await alarm.getByText("There is no connection to the service.").waitFor();
    await page.unroute("**/v1/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await alarm.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Limits and usage" }).waitFor();
  });
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

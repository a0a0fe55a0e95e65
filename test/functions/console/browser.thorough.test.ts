import { describe, expect, it } from "vitest";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { call } from "../../support/api.ts";
import {
  type Estate,
  makeEstate,
  makeFeedItem,
  makeKey,
  makeProspect,
  makeWebsite,
} from "../../support/factories.ts";
import { findBarriers, hasBrowser } from "../reference/browser.ts";
import { DESK, expectToFit, PHONE, settled, useConsole } from "./openConsole.ts";

const WIDE = { width: 1920, height: 1080 };
/** Markup, a change of direction, and more than fits anywhere. */
const HOSTILE = `<img src=x onerror=alert(1)>שלום"><script>alert(1)</script>${"W".repeat(30)}`;

describe.runIf(hasBrowser)("the console in a browser", () => {
  const { enter } = useConsole();

  it("has screens without barriers and faults, on a phone and a desk, light and dark", async () => {
    const estate = await makeEstate();
    // On a phone, the menu has no room beside the name.
    const prospect = await makeProspect(estate.reseller, "adler-hotel.example");
    // As it is, readable on a dark background only.
    await Reseller.patch({ uuid: estate.reseller.uuid }).set({ colour: "#ffee00" }).go();
    const { page, faults, open } = await enter(estate.reseller.key);
    const colour = 'document.documentElement.style.getPropertyValue("--brand")';
    expect(await page.evaluate(colour)).toBe("#ffee00");
    for (const [index, path] of screensOf({ ...estate, prospect }).entries()) {
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
    // A thumb finds it at the bottom of a phone.
    const more = await page.getByLabel("More", { exact: true }).boundingBox();
    expect(Math.min(more?.width ?? 0, more?.height ?? 0)).toBeGreaterThanOrEqual(48);
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

  it("lets a read-only key look, and change nothing", async () => {
    const estate = await makeEstate();
    const key = await makeKey(estate.reseller.uuid, { is_read_only: true });
    const { page, open } = await enter(key);
    await page.getByRole("banner").getByText("read only").waitFor();
    for (const path of screensOf(estate)) {
      await open(path);
      const changes = page.locator("main button").filter({ hasNotText: /^Copy/ });
      expect(await changes.allTextContents(), path).toEqual([]);
      expect(await page.locator("main .primary").count(), path).toBe(0);
    }
    await open(`websites/${await makeWebsite(estate.reseller, estate.business)}`);
    await page.getByText("No links yet. This key only reads.").waitFor();
  });

  it("says once when it could not refresh, and from when is what it shows", async () => {
    const { reseller, website } = await makeEstate();
    const { page, open } = await enter(reseller.key);
    await page.clock.install();
    await open(`websites/${website}`);
    await settled(page);
    await page.getByRole("heading", { name: "Findings" }).waitFor();
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
    await page.getByRole("heading", { name: "Deleted in the last 7 days" }).waitFor();
  });
});

const screensOf = ({ website, user, business, webhook, delivery, prospect }: Estate) => [
  "",
  "events",
  "websites",
  `websites/${website}`,
  "customers",
  `customers/${user}`,
  `businesses/${business}`,
  "shares",
  "webhooks",
  `webhooks/${webhook}`,
  `webhooks/${webhook}/${delivery}`,
  "prospects",
  `prospects/${prospect}`,
  `add?prospect=${prospect}`,
  "account",
  "add",
];

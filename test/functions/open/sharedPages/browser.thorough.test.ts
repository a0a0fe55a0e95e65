import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { businesses } from "../../../../shared/lists/businesses.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { deliver } from "../../../shared/audit/deliver.ts";
import { call } from "../../../support/api.ts";
import { makeEstate, makeReseller, makeShare, makeWebsite } from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { startService } from "../../../support/service.ts";
import { serve } from "../../../support/site.ts";
import { findBarriers, hasBrowser, useBrowser, watchPage } from "../../reference/browser.ts";

const WIDTHS = [360, 390, 1280, 1920];
const RIGHT_TO_LEFT = "مخبز المدينة القديمة";

describe.runIf(hasBrowser)("shared pages in a browser", () => {
  const browser = useBrowser();
  let baseUrl: string;

  beforeAll(async () => {
    baseUrl = await startService();
  });

  it("are without barriers, errors and foreign hosts, in every width, light and dark", async () => {
    const { reseller, business } = await makeEstate();
    await Reseller.patch({ uuid: reseller.uuid }).set({ colour: "#ffee00" }).go();
    const key = { reseller_uuid: reseller.uuid, uuid: business };
    const long = `https://www.${"a-very-long-name-".repeat(3)}x.example.com`;
    const name = `${RIGHT_TO_LEFT} ${"Long".repeat(20)}`;
    await changeListed(businesses, key, () => ({ set: { name } }));
    const second = await makeWebsite(reseller, business);
    await changeListed(websites, { ...key, uuid: second }, () => ({
      set: { hostname: long, is_hostname_up: false, down_cause: "timeout" },
    }));
    for (const [index, language] of textLanguages.entries()) {
      const { token } = await makeShare(reseller, { business_uuid: business, language });
      const { page, faults } = await open(`/s/${token}`, index % 2 ? "dark" : "light");
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await findBarriers(page), `${language}, ${width}`).toEqual([]);
        // A phone has room for a third of the 90 days.
        const bars = page.locator(".days svg").first();
        const [all, seen] = [await bars.boundingBox(), await bars.locator("..").boundingBox()];
        expect((all?.width ?? 0) / (seen?.width ?? 1)).toBeCloseTo(width < 480 ? 3 : 1);
      }
      expect(faults).toEqual([]);
      await page.close();
    }
  });

  it("show a prospect's findings, while they are made and afterwards, without barriers", async () => {
    const { url } = await serve({ "/": "<h2>No main heading</h2>" });
    const { key, uuid: reseller_uuid } = await makeReseller();
    const stream = await followReseller(reseller_uuid);
    const { data } = (await call("POST /v1/prospects", { key, body: { hostname: url } })).body;
    const path = new URL(data.share.url).pathname;
    const isBarrierFree = async () => {
      for (const scheme of ["light", "dark"] as const) {
        const { page, faults } = await open(path, scheme);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
          expect(await findBarriers(page), `${scheme}, ${width}`).toEqual([]);
        }
        expect(faults).toEqual([]);
        if (scheme === "dark") return page;
        await page.close();
      }
    };
    await isBarrierFree();
    await stream.dispatch();
    const messages = messagesAbout("AUDIT_QUEUE_URL", reseller_uuid);
    expect(messages).toHaveLength(1);
    expect(await deliver(messages)).toEqual({ batchItemFailures: [] });
    // Pages are kept for seconds.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    const page = await isBarrierFree();
    expect(await page?.locator("main").textContent()).toContain("No main heading on");
  });

  it("bring themselves up to date every minute, and say when they could not", async () => {
    const { reseller, website } = await makeEstate();
    const { token } = await makeShare(reseller, { website_uuid: website });
    const { page } = await open(`/s/${token}`, "light", true);
    await page.getByText("Not checked yet").waitFor();
    const set = { is_hostname_up: false, awaits_probe: false };
    await changeListed(websites, { reseller_uuid: reseller.uuid, uuid: website }, () => ({ set }));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    await page.clock.runFor(61_000);
    await page.getByText("▼ Down").waitFor();
    expect(await page.title()).toBe("Down – Difference Engines, example.com");

    await page.context().setOffline(true);
    await page.clock.runFor(61_000);
    await page.getByText("could not be refreshed").waitFor();
    await page.context().setOffline(false);
    await page.clock.runFor(61_000);
    await page.getByText("could not be refreshed").waitFor({ state: "hidden" });
    await page.getByText("▼ Down").waitFor();
  });

  it("show everything without scripts", async () => {
    const { reseller, website } = await makeEstate();
    const { token } = await makeShare(reseller, { website_uuid: website });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${baseUrl}/s/${token}`);
    await page.getByText("Not checked yet").waitFor();
    await page.getByText("Difference Engines").first().waitFor();
  });

  async function open(path: string, colorScheme: "light" | "dark", withClock = false) {
    const page: Page = await browser.newPage({ colorScheme });
    const faults = watchPage(page, baseUrl);
    if (withClock) await page.clock.install();
    await page.goto(baseUrl + path);
    return { page, faults };
  }
});

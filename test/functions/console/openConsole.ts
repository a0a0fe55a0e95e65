import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { call } from "../../support/api.ts";
import type { Estate } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { startService } from "../../support/service.ts";
import { findBarriers, useBrowser, watchPage } from "../reference/browser.ts";

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };

/** Serves the API and starts a browser for the tests of a file. */
export function useConsole() {
  const browser = useBrowser();
  let baseUrl: string;
  beforeAll(async () => {
    baseUrl = await startService();
  });

  /** The console after the key was entered. */
  async function enter(key: string) {
    const context = await browser.newContext({ viewport: DESK, locale: "en-GB" });
    // For what hangs: on a busy machine a page takes longer than a person's patience.
    context.setDefaultTimeout(Number(process.env["PATIENCE_MS"] ?? 600_000));
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const faults = watchPage(page, baseUrl);
    await page.goto(`${baseUrl}/console`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel("API key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Console" }).waitFor();
    const open = async (path: string) => {
      await page.goto(`${baseUrl}/console#/${path}`);
      await settled(page);
    };
    return { page, faults, open, newTab: () => openTab(context, `${baseUrl}/console`) };
  }

  return { enter };
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Until nothing on the screen is awaited any more. */
export async function settled(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.locator("main h1").first().waitFor();
}

/** Fails if something is wider than the window, a menu opens beyond it, or a cell is wider than its place. */
export async function expectToFit(page: Page, size: typeof PHONE) {
  await page.setViewportSize(size);
  const width = await page.evaluate("document.documentElement.scrollWidth");
  expect(width, `${page.url()}, ${size.width}`).toBe(size.width);
  const menus =
    await page.evaluate(`[...document.querySelectorAll("main .choices")].filter((choices) => {
    choices.showPopover();
    const { left, right } = choices.getBoundingClientRect();
    choices.hidePopover();
    return left < 0 || right > innerWidth;
  }).map((menu) => menu.innerText)`);
  expect(menus, `${page.url()}, ${size.width}`).toEqual([]);
  const cells = await page.evaluate(
    "[...document.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.innerText)",
  );
  expect(cells, `${page.url()}, ${size.width}`).toEqual([]);
}

/** Names a business, so that it is found by this name. */
export async function nameBusiness(
  { reseller: { uuid: reseller_uuid, key }, business: uuid }: Pick<Estate, "reseller" | "business">,
  name: string,
) {
  const stream = await followReseller(reseller_uuid);
  await call("PATCH /v1/businesses/{business_uuid}", { key, uuid, body: { name } });
  await stream.settle();
}

import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { makeReseller } from "../../support/factories.ts";
import { startService } from "../../support/service.ts";
import { findBarriers, hasBrowser, useBrowser, watchPage } from "./browser.ts";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

type Scheme = "light" | "dark";

describe.runIf(hasBrowser)("the pages in a browser", () => {
  const browser = useBrowser();
  let baseUrl: string;

  beforeAll(async () => {
    baseUrl = await startService();
  });

  it("are without barriers, errors and foreign hosts: the guides", async () => {
    const { page, faults } = await open("/docs/quick-start", "light");
    // All of them have one stylesheet: each is looked at in one of the two ways, and the first in both.
    await expectNoBarriers(page, DESK, "dark");
    const guides = readdirSync("functions/reference/guides").filter((file) => file.endsWith(".md"));
    for (const [index, file] of guides.entries()) {
      await page.goto(`${baseUrl}/docs/${file.replace(".md", "")}`);
      await expectToFit(page, PHONE);
      const covered = await page.evaluate(
        "[...document.querySelectorAll('.code')].filter((block) => block.querySelector('button').getBoundingClientRect().bottom > block.querySelector('code').getBoundingClientRect().top).length",
      );
      expect(covered, file).toBe(0);
      await (index % 2 === 0
        ? expectNoBarriers(page, PHONE, "light")
        : expectNoBarriers(page, DESK, "dark"));
    }
    expect(faults).toEqual([]);
  });

  it("are so as well: the reference, dark", async () => {
    const { page, faults } = await open("/docs", "dark");
    await page.getByRole("heading", { name: "Reseller website monitoring" }).waitFor();
    await expectNoBarriers(page, DESK, "dark");
    expect(faults).toEqual([]);
  });

  it("try a request with a key, by keyboard alone, and keep the key nowhere", async () => {
    const { key } = await makeReseller();
    const { page, faults } = await open("/docs#tag/feed-items/GET/v1/feed-items", "light");
    const button = page.getByRole("button", { name: "Test Request (get /v1/feed-items)" });
    await button.waitFor();
    await expectNoBarriers(page, PHONE, "light");

    const response = page.waitForResponse((each) => each.url().includes("/v1/feed-items"));
    await button.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Value").first().focus();
    await page.keyboard.type(key);
    await page.keyboard.press("Control+Enter");
    const answer = await response;
    const { origin, searchParams } = new URL(answer.url());
    expect([answer.status(), origin]).toEqual([200, baseUrl]);
    // Nothing optional that would leave out items.
    expect([...searchParams.keys()]).toEqual(["businessUuid", "websiteUuid", "page", "per_page"]);
    await dialog.getByText("200 OK").first().waitFor();
    await expectNoBarriers(page, PHONE, "light");
    const storage = await page.evaluate("JSON.stringify([localStorage, sessionStorage])");
    expect(storage).not.toContain(key);

    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await page.evaluate("document.querySelector('main').inert")).toBe(false);
    expect(faults).toEqual([]);
  });

  it("let who uses a keyboard skip to the content", async () => {
    const { page } = await open("/docs/errors", "light");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("On this page");
  });

  it("copy code", async () => {
    const { page, faults } = await open("/docs/quick-start", "light");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const [block] = await page.locator(".code").all();
    await block?.getByRole("button", { name: "Copy" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      (await block?.locator("code").textContent())?.trimEnd(),
    );
    expect(faults).toEqual([]);
  });

  async function expectNoBarriers(page: Page, size: typeof PHONE, colorScheme: Scheme) {
    await page.emulateMedia({ colorScheme });
    await expectToFit(page, size);
    // Text that fades in has too little contrast until it is there.
    await page.evaluate(
      "Promise.allSettled(document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity).map((each) => each.finished))",
    );
    expect(await findBarriers(page), `${page.url()}, ${size.width}, ${colorScheme}`).toEqual([]);
  }

  async function expectToFit(page: Page, size: typeof PHONE) {
    await page.setViewportSize(size);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, `${page.url()}, ${size.width}`).toBe(size.width);
  }

  async function open(path: string, colorScheme: Scheme) {
    const context = await browser.newContext({ viewport: DESK, colorScheme });
    // For what hangs: on a busy machine a page takes longer than a person's patience.
    context.setDefaultTimeout(600_000);
    const page = await context.newPage();
    const faults = watchPage(page, baseUrl);
    await page.goto(baseUrl + path);
    return { page, faults };
  }
});

function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
}

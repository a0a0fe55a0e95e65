import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const PLACES = [
  process.env["CHROME_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const executablePath = PLACES.find((place) => place !== "" && existsSync(place));
if (!executablePath && process.env["REQUIRE_BROWSER"])
  throw new Error("REQUIRE_BROWSER is set: no browser");
if (!executablePath)
  console.warn("Skipped: no browser found on this machine; CHROME_PATH names one");

/** Whether this machine has a browser; without one, tests in a browser are skipped. */
export const hasBrowser = executablePath !== undefined;

/** A browser for the tests of a file. */
export function useBrowser(): Pick<Browser, "newPage" | "newContext"> {
  let browser: Browser;
  beforeAll(async () => {
    // Without a graphics card Chromium would compute what one does.
    const args = ["--disable-gpu"];
    browser = await chromium.launch({ executablePath: executablePath ?? "", args });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    newPage: (options) => browser.newPage(options),
    newContext: (options) => browser.newContext(options),
  };
}

/** What a page does that it should not: errors of its console, requests to other hosts. */
export function watchPage(page: Page, baseUrl: string): string[] {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(`error: ${message}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(`${baseUrl}/`)) faults.push(`asks ${url}`);
  });
  return faults;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong in a page as it is now: the rule and the element, a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Not a script of the page, which its policy would refuse.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe}; 0`);
  const { violations } = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  )) as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

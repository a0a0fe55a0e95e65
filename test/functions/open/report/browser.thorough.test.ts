import { describe, expect, it } from "vitest";
import { renderReport } from "../../../../functions/open/report/renderReport.ts";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { findBarriers, hasBrowser, useBrowser } from "../../reference/browser.ts";
import { contentOf, reported } from "./content.ts";

/** Millimetres. */
const SIZES = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

describe.runIf(hasBrowser)("a report in a browser", () => {
  const browser = useBrowser();

  it.each(textLanguages)("has no barriers and fits a phone and a desk: %s", async (language) => {
    const websites = [reported(language), reported(language, { hostname: "W".repeat(255) })];
    const { body: html } = renderReport({
      ...contentOf(language, websites),
      name: "שלום".repeat(40),
    });
    for (const [width, colorScheme] of [
      [390, "light"],
      [1280, "dark"],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.setContent(html);
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await page.close();
    }
  });

  it.each(Object.keys(SIZES))("prints on %s", async (format) => {
    const page = await browser.newPage();
    await page.setContent(renderReport(contentOf("de")).body);
    const pdf = (await page.pdf({ format })).toString("latin1");
    const [width, height] = SIZES[format as keyof typeof SIZES].map((mm) => (mm * 72) / 25.4);
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes.length).toBeGreaterThan(1);
    for (const [, wide, high] of boxes) {
      expect(Math.abs(Number(wide) - (width ?? 0))).toBeLessThan(1);
      expect(Math.abs(Number(high) - (height ?? 0))).toBeLessThan(1);
    }
    await page.close();
  });

  it("prints four quiet websites on two sheets, the summary on the first", async () => {
    const page = await browser.newPage();
    for (const language of textLanguages) {
      const websites = ["a", "b", "c", "d"].map((name) => {
        const website = reported(language, { hostname: `${name}.example.com`, downtimes: [] });
        website.findings.opened = { error: 0, warning: 0, info: 0 };
        return website;
      });
      await page.setContent(renderReport(contentOf(language, websites)).body);
      const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
      expect(pdf.match(/\/MediaBox/g), language).toHaveLength(2);
    }
    await page.close();
  });
});

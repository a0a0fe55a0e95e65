type Module = typeof import("../../../functions/audit/analysers/speed/pageSpeedInsights.ts");

/** In place of `pageSpeedInsights.ts`: the same client, for a server of the test. */
export async function localPageSpeed(original: () => Promise<Module>): Promise<Module> {
  const { pageSpeedInsights } = await original();
  return {
    pageSpeedInsights: ({ key }) => ({
      measure(url) {
        const baseUrl = process.env["PAGESPEED_TEST_URL"] ?? "";
        return pageSpeedInsights({ key, baseUrl }).measure(url);
      },
    }),
  };
}

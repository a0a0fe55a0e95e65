import { describe, expect, it } from "vitest";
import {
  analyseDomainAge,
  domainAgeData,
} from "../../../../functions/audit/analysers/domainAge.ts";

const NOW = new Date("2026-06-01T00:00:00Z");

describe("analyseDomainAge", () => {
  const analyse = (found: object | undefined) =>
    analyseDomainAge("www.example.com", { find: async () => found as never }, NOW);

  it.each([
    ["2027-06-01T00:00:00+00:00", "success"],
    ["2026-06-30T23:59:59+00:00", "warning"],
    ["2026-05-31T00:00:00+00:00", "error"],
    [undefined, "success"],
  ])("of a registration that ends %s is a %s", async (expires_at, status) => {
    const found = {
      domain: "example.com",
      registered_at: "1995-08-14T04:00:00+00:00",
      ...(expires_at && { expires_at }),
    };
    const finding = await analyse(found);
    expect(finding).toEqual({ status, data: { ...found, age_years: 30 } });
    expect(domainAgeData.parse(finding?.data)).toEqual(finding?.data);
  });

  it("is an error of a domain that its registry is about to delete, whatever its date", async () => {
    const found = {
      domain: "e.com",
      expires_at: "2027-06-01T00:00:00+00:00",
      isBeingDeleted: true,
    };
    expect(await analyse(found)).toMatchObject({ status: "error" });
  });

  it("counts whole years", async () => {
    for (const [registered_at, age_years] of [
      ["2025-06-01T00:00:00+00:00", 1],
      ["2025-06-02T00:00:00+00:00", 0],
      ["2026-06-02T00:00:00+00:00", 0],
    ])
      expect(await analyse({ domain: "e.com", registered_at })).toMatchObject({
        data: { age_years },
      });
  });

  it("is no finding if the registry knows nothing or does not answer", async () => {
    expect(await analyse(undefined)).toBeUndefined();
    const find = () => Promise.reject(new Error("refused"));
    expect(await analyseDomainAge("example.com", { find }, NOW)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { domainAge } from "../../../../shared/audit/analysers/domainAge.ts";
import { uncrawled } from "../../../../shared/audit/crawl/crawl.ts";
import type { Registration } from "../../../../shared/audit/services/rdap.ts";
import { examine } from "./support.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const registered_at = "1995-08-14T04:00:00+00:00";

describe("the registration of a domain", () => {
  const lookUp = (find: () => Promise<Registration | undefined>) =>
    examine(domainAge.begin(), [], {
      ...{ crawl: uncrawled("e.com"), now: NOW },
      sources: { registry: { find } },
    });
  const judge = (registration: Partial<Registration>) =>
    lookUp(async () => ({ domain: "e.com", ...registration }));

  it.each([
    ["2027-06-01T00:00:00+00:00", []],
    ["2026-06-30T23:59:59+00:00", ["domain_expires_soon"]],
    ["2026-05-31T00:00:00+00:00", ["domain_expired"]],
    [undefined, []],
  ])("that ends %s has the faults %o", async (expires_at, codes) => {
    const dates = { registered_at, ...(expires_at && { expires_at }) };
    const detail = expires_at ? { expires_at } : {};
    const place = { subject: "e.com", detail, pages: [], pages_count: 0 };
    expect(await judge(dates)).toEqual({
      faults: codes.map((code) => ({ code, ...place })),
      details: { domain: "e.com", ...dates, age_years: 30 },
    });
  });

  it("has ended if its registry is about to delete it, whatever its date", async () => {
    const registration = { expires_at: "2027-06-01T00:00:00+00:00", isBeingDeleted: true } as const;
    expect(await judge(registration)).toMatchObject({ faults: [{ code: "domain_expired" }] });
    expect(await judge({ isBeingDeleted: true })).toMatchObject({
      faults: [{ code: "domain_expired" }],
    });
  });

  it.each([
    ["2025-06-01T00:00:00+00:00", 1],
    ["2025-06-02T00:00:00+00:00", 0],
    ["2026-06-02T00:00:00+00:00", 0],
  ])("of %s is %i whole years old", async (registered_at, age_years) => {
    expect(await judge({ registered_at })).toMatchObject({ details: { age_years } });
  });

  it("is unknown if the registry knows nothing or does not answer", async () => {
    expect(await lookUp(async () => undefined)).toBeUndefined();
    expect(await lookUp(() => Promise.reject(new Error("refused")))).toBeUndefined();
  });
});

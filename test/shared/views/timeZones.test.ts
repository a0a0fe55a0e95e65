import { expect, test } from "vitest";
import * as z from "zod/mini";
import { periodQuery } from "../../../shared/views/period.ts";
import { endpoints } from "../../support/endpoints.ts";

const { body } = endpoints.get("PATCH /v1/users/{user_uuid}/report-mails") ?? {};

const accepts = (timezone: string) =>
  [z.object(periodQuery), body].map((schema) => schema?.safeParse({ timezone }).success);

test.each([
  ...["Europe/Berlin", "Asia/Calcutta", "EST", "MST", "HST", "CET", "MET", "EET", "WET", "EST5EDT"],
  ...["GB", "Eire", "PRC", "ROC", "ROK", "UCT", "UTC", "GMT", "Zulu", "Etc/GMT+5", "US/Pacific"],
])("takes the name or link %s of the IANA database", (timezone) => {
  expect(accepts(timezone)).toEqual([true, true]);
});

// Most of the abbreviations mean several zones: BST is Asia/Dhaka for ICU.
test.each([
  ...["ACT", "AET", "AGT", "ART", "AST", "BET", "BST", "CAT", "CNT", "CST", "CTT", "EAT", "ECT"],
  ...["IET", "IST", "JST", "MIT", "NET", "NST", "PLT", "PNT", "PRT", "PST", "SST", "VST", "bst"],
  ...["SystemV/PST8PDT", "US/Pacific-New", "Canada/East-Saskatchewan", "+01:00", "Moon/Crater"],
])("refuses %s, which ICU knows alone", (timezone) => {
  expect(accepts(timezone)).toEqual([false, false]);
});

test("reads an unencoded plus of a query, which arrives as a space", () => {
  expect(z.object(periodQuery).parse({ timezone: "Etc/GMT 5" }).timezone).toBe("Etc/GMT+5");
});

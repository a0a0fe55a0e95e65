import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { invalid } from "../support/expected.ts";
import { makeReseller, onboardingBody } from "../support/factories.ts";

let key: string;

beforeAll(async () => {
  ({ key } = await makeReseller());
});

/** Sends an onboarding body with one field changed; `business.city` is the city of the business. */
function onboardWith(field: string, value: unknown) {
  const { business, ...person } = onboardingBody();
  const [parent, child = ""] = field.split(".");
  const body =
    parent === "business" && child
      ? { ...person, business: { ...business, [child]: value } }
      : { ...person, business, [field]: value };
  return call("POST /v1/onboarding", { key, body });
}

const LONGEST = "x".repeat(255);

describe.each(["first_name", "last_name", "business.address_line_1", "business.city"])(
  "%s",
  (field) => {
    test("may have 1 to 255 characters", async () => {
      expect(await onboardWith(field, LONGEST)).toMatchObject({ status: 200 });
      expect(await onboardWith(field, "é")).toMatchObject({ status: 200 });
    });

    test.each([
      [`${LONGEST}x`, "length"],
      ["", "required"],
      [undefined, "required"],
      [null, "type"],
      [7, "type"],
      ["\ud800", "format"],
    ])("is not %j: %s", async (value, rule) => {
      expect(await onboardWith(field, value)).toEqual(
        invalid({ [field]: { [rule]: expect.any(String) } }),
      );
    });
  },
);

describe.each([
  "business.address_line_2",
  "business.address_line_3",
  "business.county",
  "business.postcode",
])("%s, an optional part of the address,", (field) => {
  test.each([undefined, "", LONGEST])("may be %j", async (value) => {
    expect(await onboardWith(field, value)).toMatchObject({ status: 200 });
  });

  test.each([
    [null, "type"],
    [7, "type"],
    [`${LONGEST}x`, "length"],
    ["\ud800", "format"],
  ])("is not %j: %s", async (value, rule) => {
    expect(await onboardWith(field, value)).toEqual(
      invalid({ [field]: { [rule]: expect.any(String) } }),
    );
  });
});

describe("fields with a special form", () => {
  test.each([
    ["email", `${"a".repeat(241)}1@example.com`],
    ["email", "ada.lovelace+test@mail.example.co.uk"],
    // почта@пример.рф, as mail programs write its domain.
    ["email", "ada@xn--e1afmkfd.xn--p1ai"],
    ["language_preference", "de-AT"],
    ["business.business_name", "b".repeat(99)],
    ["business.hostname", `example.com/${"p".repeat(242)}`],
    ["business.country_code", "AX"],
    ["business.phone_number", "+12"],
    ["business.phone_number", "+123456789012345"],
  ])("%s may be %s", async (field, value) => {
    expect(await onboardWith(field, value)).toMatchObject({ status: 200 });
  });

  test.each([
    ["email", `${"a".repeat(243)}@example.com`, "length"],
    ["email", "", "required"],
    ["email", "ada", "format"],
    ["email", "ada@example.com, bob@example.com", "format"],
    ["email", "Ada <ada@example.com>", "format"],
    ["email", "ada@example.com\n", "format"],
    ["email", "ada@example.xn--", "format"],
    ["email", "ada@203.0.113.7", "format"],
    ["email", ["ada@example.com"], "type"],
    ["language_preference", "en", "format"],
    ["language_preference", "en_GB", "format"],
    ["language_preference", "EN-gb", "format"],
    ["language_preference", "en-GB\n", "format"],
    ["business.business_name", "b".repeat(100), "length"],
    ["business.business_name", "", "required"],
    ["business.hostname", `example.com/${"p".repeat(243)}`, "length"],
    ["business.hostname", "two words", "format"],
    ["business.country_code", "XX", "format"],
    ["business.country_code", "gb", "format"],
    ["business.country_code", "GBR", "format"],
    ["business.phone_number", "442071838750", "format"],
    ["business.phone_number", "+0123456", "format"],
    ["business.phone_number", "+1234567890123456", "format"],
    ["business.phone_number", "+44 20 7183 8750", "format"],
    ["business", "Analytical Engines", "type"],
    ["business", [], "type"],
    ["business", null, "type"],
    ["business", undefined, "required"],
  ])("%s is not %j: %s", async (field, value, rule) => {
    expect(await onboardWith(field, value)).toEqual(
      invalid({ [field]: { [rule]: expect.any(String) } }),
    );
  });
});

test("all missing fields are reported at once, named as in the specification", async () => {
  const { body } = await call("POST /v1/onboarding", { key, body: { business: {} } });
  expect(Object.keys(body.errors)).toEqual([
    "email",
    "first_name",
    "last_name",
    "language_preference",
    "business.business_name",
    "business.hostname",
    "business.address_line_1",
    "business.city",
    "business.phone_number",
    "business.country_code",
  ]);
  expect(body.errors["business.phone_number"]).toEqual({ required: "Phone number is required" });
});

test("a business that is no object is refused with a text", async () => {
  const body = { ...onboardingBody(), business: "Analytical Engines" };
  expect(await call("POST /v1/onboarding", { key, body })).toEqual(
    invalid({ business: { type: "Business must be an object" } }),
  );
});

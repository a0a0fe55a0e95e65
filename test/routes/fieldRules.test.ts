import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { countryCode } from "../../shared/fields/fields.ts";
import { validate } from "../../shared/fields/validationErrors.ts";
import { type FieldErrors, ValidationFailed } from "../../shared/platform/errors.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { eventTypes } from "../../shared/webhooks/catalogue.ts";
import { call } from "../support/api.ts";
import { endpoints } from "../support/endpoints.ts";
import { invalid, labelOf } from "../support/expected.ts";
import { type Estate, makeEstate, onboardingBody } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";
import { exampleBody } from "./exampleBody.ts";

type Body = Record<string, unknown>;

const ONBOARDING = "POST /v1/onboarding";
const BUSINESS = "POST /v1/businesses";
const ADDRESS = "PATCH /v1/businesses/{business_uuid}/address";
const KNOWN_WORDS = "PATCH /v1/businesses/{business_uuid}/known-words";
const WEBSITE = "POST /v1/websites";
const COMPETITOR = "PATCH /v1/competitors/{competitor_uuid}";
const USER = "PATCH /v1/users/{user_uuid}";
const WEBHOOK = "POST /v1/webhooks";
const FINDING = "PATCH /v1/findings/{finding_uuid}";
const SHARE = "POST /v1/shares";
const WINDOW = "POST /v1/websites/{website_uuid}/maintenance-windows";

/** The schema of each route's body. */
const schemas = new Map(
  [...endpoints].flatMap(([route, { body }]) => (body ? [[route, body] as const] : [])),
);

function schemaOf(route: string): z.ZodMiniType {
  const schema = schemas.get(route);
  if (!schema) throw new Error(`${route} takes no body`);
  return schema;
}

/** The errors that a route's schema finds in a body; none if it accepts the body. */
function errorsOf(route: string, body: unknown): FieldErrors {
  try {
    validate(z.object({ body: schemaOf(route) }), { body });
    return {};
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
}

/** A body that the route accepts. */
function acceptedBody(route: string): Body {
  if (route === ONBOARDING) return onboardingBody();
  const shared = { website_uuid: newUuid(), business_uuid: undefined, kind: "report" };
  const days = { from: "2026-11-01", to: "2026-11-20" };
  const special = route === SHARE ? { ...shared, ...days, language: "de" } : {};
  return exampleBody(schemaOf(route), "minimal", { custom_fields: [], ...special });
}

/** An accepted body with one field changed, which is named as in errors: `business.hostname`. */
function bodyWith(route: string, field: string, value: unknown): Body {
  return put(acceptedBody(route), field, value);
}

function put(body: Body, field: string, value: unknown): Body {
  const [name = "", inner] = field.split(".");
  if (inner === undefined) return { ...body, [name]: value };
  return { ...body, [name]: { ...(body[name] as object), [inner]: value } };
}

/** The fields of a body, named as in errors, with the types of their values. */
function leavesOf(schema: z.ZodMiniType, prefix = ""): { field: string; type: string }[] {
  const { def } = schema as z.ZodMiniObject;
  return Object.entries(def.shape).flatMap(([name, member]) => {
    const inner = unwrap(member as z.ZodMiniType);
    const field = `${prefix}${name}`;
    if (inner.def.type === "object") return leavesOf(inner, `${field}.`);
    return [{ field, type: inner.def.type }];
  });
}

function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const {
    innerType,
    in: before,
    out,
  } = schema.def as { innerType?: z.ZodMiniType; in?: z.ZodMiniType; out?: z.ZodMiniType };
  // A `shortArray` is a transform that cuts the input, and then the array.
  const inner = before?.def.type === "transform" ? out : innerType;
  return inner ? unwrap(inner) : schema;
}

describe("each route answers with the errors of its schema", () => {
  let estate: Estate;
  beforeAll(async () => {
    estate = await makeEstate();
  });

  test.each([...schemas.keys()])("%s", async (route) => {
    const wrong = leavesOf(schemaOf(route)).reduce<Body>((body, { field }) => put(body, field, 7), {
      ...acceptedBody(route),
    });
    const response = await call(route, { ...acceptedRequest(route, estate), body: wrong });
    expect(response).toEqual(invalid(errorsOf(route, wrong)));
  });
});

const fields = [...schemas].flatMap(([route, schema]) =>
  leavesOf(schema).map((leaf) => ({ route, ...leaf })),
);

describe.each(fields)("$route, $field", ({ route, field, type }) => {
  const errorOf = (value: unknown) => errorsOf(route, bodyWith(route, field, value));
  const inList = (text: string) => (type === "array" ? [text] : text);

  test.each([type === "number" ? "7" : 7, null])("is refused with another type: %s", (value) => {
    expect(errorOf(value)).toEqual({ [field]: { type: expect.any(String) } });
  });

  if (type !== "string" && type !== "array") return;

  test("is refused when it is too long, with a text that names it", () => {
    const [name = ""] = field.split(".").slice(-1);
    const words = name.replaceAll("_", " ").replace(/(?:(?<=ss)e)?s$/, "");
    const length = expect.stringMatching(new RegExp(words, "i"));
    expect(errorOf(inList("x".repeat(1000)))).toEqual({ [field]: { length } });
  });

  // The line breaks of Unicode (UAX #14), a carriage return and a lone surrogate.
  test.each(["\n", "\u000b", "\f", "\r", "\u0085", "\u2028", "\u2029", "\ud800"])(
    "is refused with %j in it",
    (character) => {
      const text = inList(`a${character}b`);
      expect(errorOf(text)).toEqual({ [field]: { format: expect.any(String) } });
    },
  );
});

/** Texts of which nothing is visible. */
const INVISIBLE = [
  ...["   ", " \u00a0", "\u200b", "\u200b \u200b", "\u2060", "\u00ad", "\u3164", "\u115f"],
  ...["\uffa0", "\u2800", "\u200d", "\ufe0f", "\u202e", "\u{e0020}", "\ufff9", "\u{1d173}"],
];
const LONGEST = "x".repeat(255);
const emojis = (count: number) => "😀".repeat(count);

describe("accepts", () => {
  test.each<[route: string, field: string, values: unknown[]]>([
    // A Persian name with a joiner, and a sign of three code points.
    [ONBOARDING, "first_name", [LONGEST, emojis(255), "é", "علی\u200cرضا", "👩\u200d💻"]],
    [ONBOARDING, "business.address_line_2", [undefined, "", LONGEST]],
    // The last one is почта@пример.рф, as mail programs write its domain.
    [
      ONBOARDING,
      "email",
      [
        ...["ada.lovelace+test@mail.example.co.uk", "ada@xn--e1afmkfd.xn--p1ai", "o'@example.com"],
        ...[..."!#$%&'*+-/=?^_`{|}~"].map((sign) => `a${sign}b@example.com`),
        `${"a".repeat(64)}@${"d".repeat(63)}.${"e".repeat(63)}.${"f".repeat(61)}`,
      ],
    ],
    [ONBOARDING, "language_preference", ["de-AT"]],
    [ONBOARDING, "business.phone_number", ["+12", "+123456789012345"]],
    [BUSINESS, "name", ["b".repeat(99), emojis(99)]],
    [KNOWN_WORDS, "words", [[], ["é", emojis(100)], Array(1000).fill("w".repeat(24))]],
    [BUSINESS, "products", [[], Array(100).fill("p".repeat(255))]],
    [
      WEBSITE,
      "hostname",
      [
        ...["example.com", "EXAMPLE.com", "localhost", "example.com:8080", "http:example.com"],
        ...["https://example.com/shop?a=b#c", "http://203.0.113.7", "http://[2001:db8::1]/"],
        ...["münchen.example", "https://例え.テスト/", "under_score.example.com", "example.com."],
        ...[`example.com/${"p".repeat(242)}`, `example.com/${emojis(242)}`],
      ],
    ],
    [
      WEBHOOK,
      "endpoint",
      [
        ...["http://hooks.example.com", "HTTPS://hooks.example.com:8443/"],
        `https://example.com/${"p".repeat(235)}`,
      ],
    ],
    [BUSINESS, "custom_fields", [undefined, [{ "Account manager": emojis(255) }]]],
    [WEBHOOK, "events", [[], ["website.up", "webhook.test"], [...eventTypes]]],
    [COMPETITOR, "phone_number", [""]],
    [COMPETITOR, "country_code", [""]],
  ])("%s, %s", (route, field, values) => {
    for (const value of values) {
      expect({ value, errors: errorsOf(route, bodyWith(route, field, value)) }).toEqual({
        value,
        errors: {},
      });
    }
  });
});

const LENGTH = "Hostname name must be < 255 characters";
const LOCALE = "Language preference must be a locale such as en-GB";
const COUNTRY = "Country code must be a two-letter ISO 3166-1 country code";
const PHONE = "Phone number must be in international format, as in +442071838750";
const TYPES = `Events must be one of ${eventTypes.join(", ")}`;
const TIME = "End time must be a time such as 2026-01-31T09:30:00+00:00";

type Refused = [route: string, field: string, rule: string, text: string, values: unknown[]];

const refused: Refused[] = [
  ...["first_name", "last_name", "business.address_line_1", "business.city"].flatMap(
    (field): Refused[] => {
      const label = labelOf(field);
      return [
        [ONBOARDING, field, "length", `${label} must be <= 255 characters`, [`${LONGEST}x`]],
        [ONBOARDING, field, "required", `${label} must not be empty`, ["", ...INVISIBLE]],
        [ONBOARDING, field, "required", `${label} is required`, [undefined]],
      ];
    },
  ),
  ...["address_line_2", "address_line_3", "county", "postcode"].map((name): Refused => {
    const text = `${labelOf(name)} must be <= 255 characters`;
    return [ONBOARDING, `business.${name}`, "length", text, [`${LONGEST}x`]];
  }),
  [ONBOARDING, "email", "length", "Email must be <= 254 characters", [`a@${"d.".repeat(125)}com`]],
  [ONBOARDING, "email", "required", "Email must not be empty", [""]],
  [
    ONBOARDING,
    "email",
    "format",
    "Email must have the form name@example.com",
    [
      ...["ada", "ada@example.com, bob@example.com", "Ada <ada@example.com>"],
      ...["ada@example.xn--", "ada@203.0.113.7", "ada@[203.0.113.7]", "ada@example", "ada@.com"],
      ...["a..b@example.com", ".a@example.com", "a.@example.com", '"a b"@example.com', "a@b@c.com"],
      ...["ada@bad-.com", "ada@-bad.com", "ada@a..com", "ada@example.com.", "ä@example.com"],
      ...[`${"a".repeat(65)}@example.com`, `ada@${"d".repeat(64)}.com`],
    ],
  ],
  [ONBOARDING, "language_preference", "format", LOCALE, ["en", "en_GB", "EN-gb"]],
  [
    ONBOARDING,
    "business.phone_number",
    "format",
    PHONE,
    ["442071838750", "+0123456", "+1234567890123456", "+44 20 7183 8750"],
  ],
  [ONBOARDING, "business", "type", "Business must be an object", ["Engines", [], null]],
  [ONBOARDING, "business", "required", "Business is required", [undefined]],
  [BUSINESS, "name", "required", "Business name must not be empty", ["", ...INVISIBLE]],
  [BUSINESS, "name", "length", "Business name must be < 100 characters", ["n".repeat(100)]],
  [
    BUSINESS,
    "products",
    "type",
    "Products must be an array of strings",
    [["engine", 7], Array(130_000).fill(7)],
  ],
  [BUSINESS, "products", "max", "A business can have at most 100 products", [Array(101).fill("p")]],
  [
    BUSINESS,
    "products",
    "length",
    "Each product must be <= 255 characters",
    [["ok", `${LONGEST}p`]],
  ],
  [
    BUSINESS,
    "custom_fields",
    "type",
    "Custom fields must be an array of objects with one key and a string",
    [
      ...[[{ "Account manager": "Kim", Size: "large" }], [{}], [["Kim"]], [null], ["K"]],
      ...[[{ "Account manager": 7 }], [{ "Account manager": null }]],
    ],
  ],
  [
    BUSINESS,
    "custom_fields",
    "length",
    "The value of a custom field must be <= 255 characters",
    [[{ "Account manager": `${LONGEST}x` }]],
  ],
  [
    BUSINESS,
    "custom_fields",
    "format",
    "The value of a custom field must be one line of valid Unicode",
    [...["\ud800", "Kim\u0007", "Kim\u2028Lee"].map((value) => [{ "Account manager": value }])],
  ],
  [KNOWN_WORDS, "words", "length", "Each word must be >= 1 character", [[""], ["ok", " "]]],
  [KNOWN_WORDS, "words", "length", "Each word must be <= 100 characters", [["w".repeat(101)]]],
  [
    KNOWN_WORDS,
    "words",
    "max",
    "A business can have at most 1000 known words",
    [Array(1001).fill("w")],
  ],
  [
    KNOWN_WORDS,
    "words",
    "length",
    "The words must be <= 30000 bytes of JSON in all",
    [Array(1000).fill("w".repeat(26))],
  ],
  [ADDRESS, "country_code", "format", COUNTRY, ["UK"]],
  [WEBSITE, "hostname", "required", "Hostname must not be empty", ["", " "]],
  [WEBSITE, "hostname", "length", LENGTH, ["p".repeat(255), `two words${"p".repeat(255)}`]],
  [
    WEBSITE,
    "hostname",
    "format",
    "Hostname must be a host name or an http(s) URL",
    [
      ...["two words", " example.com", "example.com\n", "exam\u00a0ple.com", "exam\u0000ple.com"],
      ...["exam\u007fple.com", "exam\ud800ple.com", "exa<mple.com"],
      ...["javascript:alert(1)", "ftp://example.com"],
      ...["http://example.com:99999", "?"],
    ],
  ],
  [
    WEBSITE,
    "hostname",
    "format",
    "Hostname must not have a user name or password",
    [
      ...["user@example.com", "mailto:ada@example.com", "https://user:password@example.com"],
      "https://:password@example.com",
    ],
  ],
  [USER, "suspended", "type", "Suspended must be true or false", ["yes"]],
  [
    USER,
    "avatar",
    "format",
    "Avatar must be an http or https URL",
    ["picture.png", "javascript:alert(1)"],
  ],
  ...["hostname", "endpoint"].flatMap((field): Refused[] => {
    const label = field === "hostname" ? "Hostname" : "Endpoint";
    const url = "https://user:password@hooks.example.com";
    const urls = ["hooks.example.com", "ftp://hooks.example.com", "https://", "http:"];
    const more = ["javascript:alert(1)", "https://hooks.example.com/a b"];
    const long = `https://example.com/${"p".repeat(236)}`;
    return [
      [WEBHOOK, field, "format", `${label} must not have a user name or password`, [url]],
      [WEBHOOK, field, "format", `${label} must be an http or https URL`, [...urls, ...more]],
      [WEBHOOK, field, "length", `${label} must be <= 255 characters`, [long]],
      [WEBHOOK, field, "required", `${label} must not be empty`, [""]],
    ];
  }),
  [WEBHOOK, "events", "options", TYPES, [["website.down", "website.gone"], ["Website.down"]]],
  [
    WEBHOOK,
    "events",
    "unique",
    "Events must differ",
    [["website.down", "website.down"], Array(18_000).fill("website.up")],
  ],
  [WINDOW, "ends_at", "required", "End time is required", [undefined]],
  [WINDOW, "ends_at", "format", TIME, ["tomorrow", "9999-12-31T23:59:59-05:00"]],
  [WINDOW, "reason", "required", "Reason must not be empty", [""]],
  [SHARE, "website_uuid", "required", "A website or a business is required", [undefined]],
  [SHARE, "website_uuid", "format", "Website UUID must be one valid UUID", ["7"]],
  [
    SHARE,
    "business_uuid",
    "options",
    "A share is about a website or a business, not both",
    [newUuid()],
  ],
  [FINDING, "status", "options", "Status must be one of open, ignored", ["resolved"]],
  [FINDING, "note", "length", "Note must be <= 255 characters", ["x".repeat(256)]],
  [SHARE, "kind", "options", "Kind must be one of status, report", ["weekly"]],
  [SHARE, "language", "options", "Language must be one of en, de, fr, es, it, nl", ["pt"]],
];

describe("refuses", () => {
  test.each(refused)("%s, %s: %s, %s", (route, field, rule, text, values) => {
    for (const value of values) {
      expect({ value, errors: errorsOf(route, bodyWith(route, field, value)) }).toEqual({
        value,
        errors: { [field]: { [rule]: text } },
      });
    }
  });
});

test("all missing fields are reported at once, named as in the specification", () => {
  expect(Object.keys(errorsOf(ONBOARDING, { business: {} }))).toEqual([
    ...["email", "first_name", "last_name", "language_preference"],
    ...["business.business_name", "business.hostname", "business.address_line_1"],
    ...["business.city", "business.phone_number", "business.country_code"],
  ]);
  expect(Object.keys(errorsOf(BUSINESS, {}))).toEqual(["name", "industry", "products"]);
  for (const route of [WEBSITE, "POST /v1/competitors"]) {
    expect(errorsOf(route, {})).toEqual({ hostname: { required: "Hostname is required" } });
  }
  expect(errorsOf(WEBHOOK, {})).toEqual({
    hostname: { required: "Endpoint or hostname is required" },
  });
});

test("a country code is one of the 249 that ISO 3166-1 assigns, or Kosovo's", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const isAccepted = (value: string) => countryCode("Country code").safeParse(value).success;
  const accepted = letters.flatMap((first) =>
    letters.map((second) => first + second).filter(isAccepted),
  );
  expect(accepted).toHaveLength(250);
  expect(accepted).toEqual(expect.arrayContaining(["AX", "BQ", "GB", "SS", "UM", "XK", "ZW"]));
  for (const other of ["gb", "GBR", "826", "constructor"]) expect(isAccepted(other)).toBe(false);
});

import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { invalid, ok } from "../support/expected.ts";
import { type Estate, makeEstate } from "../support/factories.ts";
import { thoroughly } from "../support/runs.ts";

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
});

/** The four requests that set a host name. */
const requests = [
  ["POST /v1/websites", "website"],
  ["PATCH /v1/websites/{website_uuid}", "website"],
  ["POST /v1/competitors", "competitor"],
  ["PATCH /v1/competitors/{competitor_uuid}", "competitor"],
] as const;

function send(route: string, kind: "website" | "competitor", hostname: unknown) {
  const { reseller, business: businessUuid, [kind]: uuid } = estate;
  const target = route.startsWith("POST") ? { query: { businessUuid } } : { uuid };
  return call(route, { key: reseller.key, ...target, body: { hostname } });
}

const accepted = [
  "example.com",
  "EXAMPLE.com",
  "localhost",
  "example.com:8080",
  "http:example.com",
  "https://example.com/shop?a=b#c",
  "http://203.0.113.7",
  "http://[2001:db8::1]/",
  "münchen.example",
  "https://例え.テスト/",
  "under_score.example.com",
  "example.com.",
  `example.com/${"p".repeat(242)}`,
  `example.com/${"😀".repeat(242)}`,
];

const refused = [
  ["", { required: "Hostname must not be empty" }],
  [" ", { required: "Hostname must not be empty" }],
  [null, { type: "Hostname must be a string" }],
  [7, { type: "Hostname must be a string" }],
  [{}, { type: "Hostname must be a string" }],
  ["p".repeat(255), { length: "Hostname name must be < 255 characters" }],
  [`two words${"p".repeat(255)}`, { length: "Hostname name must be < 255 characters" }],
  ...[
    "two words",
    " example.com",
    "example.com\n",
    "exam\u00a0ple.com",
    "exam\u0000ple.com",
    "exam\u007fple.com",
    "exam\ud800ple.com",
    "user@example.com",
    "https://user:password@example.com",
    "https://:password@example.com",
    "exa<mple.com",
    "mailto:ada@example.com",
    "javascript:alert(1)",
    "ftp://example.com",
    "http://example.com:99999",
    "?",
  ].map((value) => [value, { format: "Hostname must be a host name or an http(s) URL" }]),
] as [unknown, Record<string, string>][];

/** All requests use the same field, so only the first is tried with every host name. */
const samples = <Case>(route: string, cases: readonly Case[]) =>
  route === requests[0][0] ? cases : thoroughly(cases, cases.slice(0, 1));

describe.each(requests)("%s", (route, kind) => {
  test.each(samples(route, accepted))("takes %s and returns it as sent", async (hostname) => {
    const response = await send(route, kind, hostname);
    const data = { ...response.body.data, hostname };
    expect(response).toEqual(ok({ message: expect.any(String), success: true, data }));
    const fetched = await call(`GET /v1/${kind}s/{${kind}_uuid}`, {
      key: estate.reseller.key,
      uuid: data.uuid,
    });
    expect(fetched.body).toEqual({ data });
  });

  test.each(samples(route, refused))("refuses %j", async (hostname, rule) => {
    expect(await send(route, kind, hostname)).toEqual(invalid({ hostname: rule }));
  });
});

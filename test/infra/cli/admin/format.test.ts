import { describe, expect, test } from "vitest";
import { format } from "../../../../infra/cli/admin/format.ts";

const forPeople = { json: false };

test("writes a list as a table", () => {
  const rows = [
    { uuid: "1", name: "Ärger AG", revoked_at: null, is_required: true },
    { uuid: "2", name: "B", revoked_at: "2026", is_required: false },
  ];
  expect(format(rows, forPeople)).toBe(
    [
      "uuid  name      revoked_at  is_required",
      "1     Ärger AG  -           yes",
      "2     B         2026        no",
    ].join("\n"),
  );
});

test("writes CSV, in which no name is a formula", () => {
  const rows = [
    { reseller: "Acme", plans: ["Standard 1.5", "Pro 2"], cost_usd: 0.0037 },
    { reseller: '=1+"1"', plans: [], cost_usd: 0 },
  ];
  const lines = ["reseller,plans,cost_usd", `Acme,"Standard 1.5; Pro 2",0.0037`, `"'=1+""1""",,0`];
  expect(format(rows, { csv: true })).toBe(lines.map((line) => `${line}\r`).join("\n"));
});

test("writes a record line by line, and says that a key is shown once", () => {
  expect(format({ uuid: "1", options: ["a", "b"] }, forPeople)).toBe("uuid     1\noptions  a, b");
  expect(format({ uuid: "1", key: "rwm" }, forPeople)).toBe(
    "uuid  1\nkey   rwm\n\nKeep the key now: it is not shown again.",
  );
});

test("writes nested lists below their field", () => {
  const checks = [
    {
      kind: "uptime",
      enabled: true,
      results: [
        { at: "10:05", outcome: "up" },
        { at: "10:00", outcome: "http 500" },
      ],
    },
    { kind: "audit", enabled: false, results: [] },
  ];
  expect(format(checks, forPeople)).toBe(
    [
      "kind     uptime",
      "enabled  yes",
      "results",
      "  at     outcome",
      "  10:05  up",
      "  10:00  http 500",
      "",
      "kind     audit",
      "enabled  no",
      "results  -",
    ].join("\n"),
  );
});

describe("in a terminal", () => {
  const webhooks = [
    { uuid: "1", endpoint: "https://example.com/hooks", enabled: true },
    { uuid: "2", endpoint: "https://example.org/", enabled: false },
  ];
  const asTable = [
    "uuid  endpoint                   enabled",
    "1     https://example.com/hooks  yes",
    "2     https://example.org/       no",
  ].join("\n");

  test("writes a list as a table if it fits, or if the width is unknown", () => {
    expect(format(webhooks, { json: false, columns: 40 })).toBe(asTable);
    expect(format(webhooks, { json: false, columns: undefined })).toBe(asTable);
  });

  test("writes one field per line if the table does not fit, and cuts nothing off", () => {
    expect(format(webhooks, { json: false, columns: 39 })).toBe(
      [
        "uuid      1",
        "endpoint  https://example.com/hooks",
        "enabled   yes",
        "",
        "uuid      2",
        "endpoint  https://example.org/",
        "enabled   no",
      ].join("\n"),
    );
  });
});

test("shows control characters in names instead of sending them", () => {
  expect(format([{ name: "a\u001b[2J\nb" }], forPeople)).toBe("name\na?[2J?b");
  const hidden = "gold\u202e\u200b\u2066\ufeff\u2028\u{e0041}";
  expect(format([{ name: hidden }], forPeople)).toBe(
    "name\ngold<U+202E><U+200B><U+2066><U+FEFF><U+2028><U+E0041>",
  );
  expect(format([{ name: "Zoë 中 👩🏽‍💻".replaceAll("\u200d", "") }], forPeople)).toBe(
    "name\nZoë 中 👩🏽💻",
  );
  const json = format({ name: hidden, note: "\u009b1m" }, { json: true });
  expect(json).toBe(
    '{\n  "name": "gold\\u202e\\u200b\\u2066\\ufeff\\u2028\\udb40\\udc41",\n  "note": "\\u009b1m"\n}',
  );
  expect(JSON.parse(json)).toEqual({ name: hidden, note: "\u009b1m" });
});

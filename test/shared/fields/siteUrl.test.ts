import { expect, test } from "vitest";
import { shownHost } from "../../../shared/fields/siteUrl.ts";

test.each([
  ["https://Bakery.example.com/won?a=1#b", "bakery.example.com"],
  ["bakery.example.com", "bakery.example.com"],
  ["203.0.114.9", "203.0.114.9"],
  ["https://bakery.example.com:443/", "bakery.example.com"],
  ["http://localhost:4000/shop", "localhost:4000"],
  ["https://bäckerei.example", "bäckerei.example"],
  ["https://xn--bckerei-5wa.example", "bäckerei.example"],
  [`https://${"w".repeat(60)}.example`, `${"w".repeat(59)}…`],
  ["", ""],
  ["ftp://bakery.example.com", ""],
])("shows of the website %j the host %j", (hostname, host) => {
  expect(shownHost(hostname)).toBe(host);
});

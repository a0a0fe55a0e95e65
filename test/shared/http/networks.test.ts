import { expect, test } from "vitest";
import { callerOf, parseNetwork } from "../../../shared/http/addresses.ts";

test.each([
  ["203.0.113.0/24", "203.0.113.0/24"],
  ["203.0.113.7", "203.0.113.7/32"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1/128"],
  ["2001:db8::ffff/64", "2001:db8::/64"],
  ["::/0", "::/0"],
  ["64:ff9b::203.0.113.7", "64:ff9b::cb00:7107/128"],
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
])("%s is %s", (input, network) => {
  expect(parseNetwork(input)).toBe(network);
  // What is stored is read as it is.
  expect(parseNetwork(network)).toBe(network);
});

test.each([
  "",
  "/",
  "example.com",
  "203.0.113",
  "203.0.113.0/",
  "203.0.113.0/33",
  "203.0.113.0/-1",
  "203.0.113.0/2.4",
  "203.0.113.0/255.255.255.0",
  "203.0.113.0/24/24",
  " 203.0.113.0/24",
  "203.0.113.256",
  "203.0.113.07",
  "127.1",
  "2001:db8::/129",
  "[2001:db8::1]",
  `${"1".repeat(10_000)}.0.0.0`,
])("%j is no network", (value) => {
  expect(parseNetwork(value)).toBeUndefined();
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, caller) => {
  expect(callerOf(address)).toBe(caller);
});

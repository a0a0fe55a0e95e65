import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { costOf } from "../../support/cost.ts";
import { dueMessage, monitorWebsite, readFeed } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { deliver } from "./deliver.ts";
import { faultySite } from "./faultySite.ts";

beforeAll(() => allowLocalAddresses());

test("an audit makes few requests to the table, and writes all that it found at once", async () => {
  const website = await monitorWebsite((await serve(faultySite)).url);
  const costOfAudit = async () => {
    const message = await dueMessage(website);
    return await costOf(() => deliver([message]));
  };
  const first = await costOfAudit();
  expect(inOrder(first.commands)).toEqual([
    "BatchGetItem", // The check,
    "GetItem", // its business,
    "BatchGetItem", // and its plan, user and reseller.
    "PutItem", // The host, for this audit alone.
    "BatchGetItem", // The business, for the listings, its findings and marks.
    "GetItem", // What is known of its uptime,
    "Query", // its days,
    "Query", // and today's probes: the hours of its bucket,
    "Query", // and of the one that this was divided from.
    "UpdateItem", // Places in its feed.
    "TransactWriteItems",
    "DeleteItem", // The host is free again.
    "TransactWriteItems", // What its reseller used, once for all audits of a call.
  ]);
  expect(first.readUnits).toBeLessThanOrEqual(9);
  // A transaction takes two for each item, and for each KB of it; the indexes of kinds and findings one.
  const { length } = await readFeed(website);
  expect(first.writeUnits).toBeLessThanOrEqual(3 * length + 25);

  // Writes that the broken link is not new any more.
  await costOfAudit();
  const withoutNews = await costOfAudit();
  expect(inOrder(withoutNews.commands)).toEqual([
    "BatchGetItem", // The check,
    "GetItem", // its business,
    "BatchGetItem", // and its plan, user and reseller.
    "PutItem", // The host.
    "BatchGetItem", // The business, for the listings, its findings and marks.
    "GetItem", // What is known of its uptime,
    "Query", // its days,
    "Query", // and today's probes: the hours of its bucket,
    "Query", // and of the one that this was divided from.
    "UpdateItem", // The check: no item is new.
    "DeleteItem", // The host is free again.
    "TransactWriteItems", // What its reseller used.
  ]);
  expect(withoutNews.readUnits).toBeLessThanOrEqual(9);
  expect(withoutNews.writeUnits).toBeLessThanOrEqual(6);
});

/** Commands, of which the query for the days and the monitor's are sent at once. */
function inOrder(commands: string[]): string[] {
  const days = commands.indexOf("Query");
  return commands[days + 1] === "GetItem"
    ? commands.toSpliced(days, 2, "GetItem", "Query")
    : commands;
}

import { v7 } from "uuid";
import { businesses, newBusiness } from "../../../shared/lists/businesses.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { emailCreation, users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { transact, type Write } from "../../../shared/platform/table/transact.ts";
import { dayOf, daysLater } from "../../../shared/platform/time.ts";
import { ensureBucket } from "../../../shared/uptime/buckets.ts";
import { writeListFigures } from "../../../shared/uptime/listFigures.ts";
import { longestSeconds } from "../../../shared/uptime/states.ts";
import { atSecond } from "../../../shared/uptime/transitions.ts";
import { type Callable, runCommand } from "../calls.ts";
import { type Customer, customers, PROSPECT, SHOWN } from "./customers.ts";
import { courseOf } from "./history.ts";
import * as records from "./records.ts";
import { addressOf, type Links } from "./sites.ts";

/** The checks that can tell something about websites of this machine, and that ask no other service. */
const SWITCHES = ["downtime", "broken_links", "headings", "spelling", "mobile", "sitemap"];
/** The days of which lists show figures. */
const LISTED_DAYS = 30;
const HOUR = 3600;
/** Of a transaction. */
const MOST_WRITES = 100;

/** A sample, as far as it has to be known later. */
export interface Sample {
  reseller_uuid: string;
  /** When it was made, in seconds since 1970. */
  now: number;
  /** The uuids of its websites by name. */
  sites: Record<string, string>;
  /** Its first user, business and website. */
  first: { user_uuid: string; business_uuid: string; website_uuid: string };
  links: Links;
}

/**
 * Gives a reseller the sample's customers with their websites, as if it had had them for up to 90 days. The
 * websites are served at a port of this machine.
 */
export async function makeSample(
  service: Callable,
  { reseller_uuid, port, now }: { reseller_uuid: string; port: number; now: number },
): Promise<Sample> {
  await runCommand(service, "reseller set", {
    ...{ uuid: reseller_uuid, sender_name: "Northlight Agency", colour: "#0b5c8a" },
  });
  const plan = await runCommand<{ uuid: string }>(service, "plan create", {
    ...{ reseller_uuid, name: "Sample websites", with: SWITCHES },
    uptime_interval_minutes: records.MINUTES,
  });
  // The schedule enqueues the rounds of the intervals that it knows.
  await ensureBucket(records.MINUTES, now * 1000);
  const all: records.SampleWebsite[] = [];
  for (const customer of customers)
    all.push(...(await makeCustomer(customer, { reseller_uuid, plan_uuid: plan.uuid, port, now })));
  const api = async <Data>(path: string, body: object): Promise<Data> => {
    const request = { reseller_uuid, method: "POST", path, body: JSON.stringify(body) };
    return (await runCommand<{ data: Data }>(service, "api", request)).data;
  };
  const webhook = await api<{ uuid: string }>("/v1/webhooks", {
    endpoint: `http://localhost:${port}/webhooks`,
    events: ["website.down", "website.up", "website.unstable", "website.stable"],
  });
  await writeAll([
    ...records.logWrites(all, now),
    ...all.flatMap((each) => [
      ...records.writesOf(each),
      ...records.deliveryWrites(each, webhook.uuid),
    ]),
  ]);
  const maintained = all.find(({ site }) => site.state === "maintenance")?.record.uuid;
  await api(`/v1/websites/${maintained}/maintenance-windows`, {
    ...{ ends_at: atSecond(now + 2 * HOUR), reason: "New kitchen planner" },
  });
  const { uuid: website_uuid = "", business_uuid = "", user_uuid = "" } = all[0]?.record ?? {};
  const shown = all.find(({ site }) => site.name === SHOWN)?.record.business_uuid;
  const share = async (body: object) => {
    const share = await api<{ url: string }>("/v1/shares", { business_uuid: shown, ...body });
    return share.url;
  };
  await api("/v1/prospects", { hostname: addressOf(PROSPECT.name, port) });
  const days = { from: daysLater(dayOf(now), -30), to: daysLater(dayOf(now), -1) };
  return {
    ...{ reseller_uuid, now, first: { user_uuid, business_uuid, website_uuid } },
    sites: Object.fromEntries(all.map(({ site, record }) => [site.name, record.uuid])),
    links: {
      "Status page": await share({}),
      Report: await share({ kind: "report", ...days }),
    },
  };
}

/**
 * Writes the days of a sample, and what lists show of them: what is shown most comes first, as the service answers
 * already. Writing them again changes nothing.
 */
export async function writeDays({ reseller_uuid, now, sites }: Sample) {
  const ago = (days: number) => daysLater(dayOf(now), -days);
  const write = async (days: { from: string; to: string }) => {
    for (const customer of customers) {
      for (const site of customer.sites) {
        const key = { reseller_uuid, uuid: sites[site.name] ?? "" };
        await writeAll(records.dayWrites(key, courseOf(site, customer.days, now), days));
      }
    }
  };
  await write({ from: ago(LISTED_DAYS), to: ago(1) });
  const hour = Math.floor((now - longestSeconds(records.MINUTES)) / HOUR) * HOUR;
  await writeListFigures(records.BUCKET, hour);
  await write({ from: "", to: ago(LISTED_DAYS + 1) });
}

async function writeAll(writes: Write[]) {
  for (let at = 0; at < writes.length; at += MOST_WRITES)
    await transact(...writes.slice(at, at + MOST_WRITES));
}

interface Place {
  reseller_uuid: string;
  plan_uuid: string;
  port: number;
  now: number;
}

/** Creates a user with a business and its websites, without an e-mail. */
async function makeCustomer(
  { business: name, industry, language, days, sites, ...person }: Customer,
  { reseller_uuid, plan_uuid, port, now }: Place,
): Promise<records.SampleWebsite[]> {
  const since = Math.min(...sites.map((site) => courseOf(site, days, now).from));
  const email = `${person.first_name.toLowerCase()}@${sites[0]?.name}.example`;
  const user = await createListed(
    users,
    { reseller_uuid },
    {
      attributes: {
        ...{ ...person, email, language_preference: language, country_code: language.slice(3) },
        ...{ business_sequence: 0, is_onboarded_quietly: true, updated_at: undefined },
      },
      former: createdAt(since),
      also: (user) => [emailCreation(user)],
    },
  );
  const user_uuid = user?.uuid ?? "";
  const business = await createListed(
    businesses,
    { reseller_uuid, user_uuid },
    {
      attributes: newBusiness({
        ...{ plan_uuid, name, industry, products: [], custom_field_values: [] },
      }),
      former: createdAt(since),
    },
  );
  const place = { reseller_uuid, business_uuid: business?.uuid ?? "" };
  const websitesOfCustomer: records.SampleWebsite[] = [];
  for (const site of sites) {
    const course = courseOf(site, days, now);
    const record = await createListed(websites, place, {
      attributes: { hostname: addressOf(site.name, port), ...records.shownOf(course) },
      former: createdAt(course.from),
    });
    if (record) websitesOfCustomer.push({ site, record, course });
  }
  return websitesOfCustomer;
}

/** What makes a new record one that was created in the past: as a restored one, it keeps its time. */
function createdAt<Record>(seconds: number): Record {
  const uuid = v7({ msecs: seconds * 1000 });
  return { uuid, created_at: atSecond(seconds), revision: -1 } as Record;
}

import { inflateRawSync } from "node:zlib";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { newUuid } from "../../shared/platform/uuid.ts";
import { itemsNaming } from "./snapshot.ts";

/** Everything that the table has of a reseller, also what is compressed; at `epoch`, what has expired is gone. */
export async function storedOf(uuid: string, epoch = 0): Promise<string> {
  const readable = (_: string, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    try {
      return inflateRawSync(value).toString();
    } catch {
      return Buffer.from(value).toString();
    }
  };
  const items = (await itemsNaming(uuid)).map((item) => unmarshall(item));
  const stored = items.filter(({ expires_epoch = epoch }) => expires_epoch >= epoch);
  // Bytes would be called with their JSON.
  return stored.map((item) => JSON.stringify(mapValues(item, readable))).join("\n");
}

function mapValues(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  const changed = change("", value);
  if (Array.isArray(changed)) return changed.map((each) => mapValues(each, change));
  if (changed === null || typeof changed !== "object") return changed;
  return Object.fromEntries(
    Object.entries(changed).map(([name, each]) => [name, mapValues(each, change)]),
  );
}

/** Bodies of which each field that can has a marker. */
export function markedBodies() {
  const mark = `m${newUuid().replaceAll("-", "").slice(-16)}`;
  const phone = `+4420${String(Date.now()).slice(-8)}`;
  const address = {
    ...{ address_line_1: `1 ${mark}`, address_line_2: mark, address_line_3: mark },
    ...{ city: mark, county: mark, postcode: mark.slice(0, 10), phone_number: phone },
    country_code: "GB",
  };
  const onboarding = {
    ...{ email: `${mark}@example.com`, first_name: mark, last_name: mark },
    language_preference: "en-GB",
    business: { business_name: mark, hostname: `https://${mark}.example`, ...address },
  };
  const business = { name: mark, industry: mark, products: [mark] };
  const hostname = `https://b.${mark}.example/${mark}`;
  const competitor = { name: mark, hostname, industry: mark, ...address };
  const marks = [mark, mark.slice(0, 10), phone];
  return { marks, onboarding, business, hostname, address, competitor };
}

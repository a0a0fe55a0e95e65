import { EmailAddress, emailAddressKey } from "../../shared/entities/emailAddress.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { readWebsites } from "../../shared/lists/readAccount.ts";
import { findPlaces, uuidOf } from "../../shared/lists/search.ts";
import { foldHost, foldName } from "../../shared/lists/searchTexts.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { findResellers } from "../../shared/resellers/closedResellers.ts";
import { type NamedKind, WrongInput } from "./definition.ts";
import { noteRead } from "./reads.ts";
import type { Records } from "./records.ts";

/** The most uuids that an error lists for an ambiguous name. */
const LISTED = 5;

/** The kinds of records that a command takes by name. */
const kinds: { [K in NamedKind]: Named<K> } = {
  reseller: {
    what: "the name",
    advice: '"reseller list" lists them',
    async find(name, resellers) {
      return resellers.filter((reseller) => foldName(reseller.name) === foldName(name));
    },
  },
  user: { what: "the e-mail address", advice: '"find EMAIL" lists them', find: findUsers },
  website: {
    what: "the host name",
    advice: '"find TEXT" finds those whose host name begins with TEXT',
    find: findWebsites,
  },
};

interface Named<K extends NamedKind> {
  what: string;
  advice: string;
  find(name: string, resellers: ResellerRecord[]): Promise<Records[K][]>;
}

async function findUsers(email: string, resellers: ResellerRecord[]): Promise<UserRecord[]> {
  const claims = await batchGet(
    ...resellers.map(({ uuid }) =>
      lookup<{ reseller_uuid: string; user_uuid: string }>(
        EmailAddress,
        emailAddressKey(uuid, email),
      ),
    ),
  );
  const owned = claims.flatMap((claim) => claim ?? []);
  const found = await batchGet(
    ...owned.map(({ reseller_uuid, user_uuid: uuid }) =>
      lookup<UserRecord>(User, { reseller_uuid, uuid }),
    ),
  );
  return found.filter((user) => user !== undefined);
}

/** From the index, which may be a second old. */
async function findWebsites(host: string, resellers: ResellerRecord[]): Promise<WebsiteRecord[]> {
  const range = { scope: "website", prefix: `${foldHost(host)}#` };
  const found = await Promise.all(
    resellers.map(async ({ uuid }) => {
      const places = await findPlaces(uuid, range, { limit: LISTED + 1 });
      return await readWebsites(uuid, places.map(uuidOf));
    }),
  );
  // The prefix "acme#" also finds a name "acme#2".
  return found.flat().filter(({ hostname }) => foldHost(hostname) === foldHost(host));
}

/** The records of a kind, of all resellers, with exactly this name; case is ignored. */
export async function findCalled<K extends NamedKind>(
  kind: K,
  name: string,
): Promise<Records[K][]> {
  const found = await kinds[kind].find(name, await findResellers());
  for (const record of found) noteRead(kind, record);
  return found;
}

/** The record of a kind with this name; throws WrongInput if none or several have it. */
export async function requireCalled<K extends NamedKind>(
  kind: K,
  name: string,
): Promise<Records[K]> {
  const found = await findCalled(kind, name);
  const [record, ...more] = found;
  const { what, advice } = kinds[kind];
  if (record === undefined) throw new WrongInput(`There is no ${kind} "${name}": ${advice}.`);
  if (more.length === 0) return record;
  const uuids = found
    .map(({ uuid }) => uuid)
    .toSorted()
    .slice(0, LISTED);
  const rest = found.length > LISTED ? ", …" : "";
  throw new WrongInput(
    `There are several ${kind}s with ${what} "${name}": name one by its uuid (${uuids.join(", ")}${rest}).`,
  );
}

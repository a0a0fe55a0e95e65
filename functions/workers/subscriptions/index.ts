import { isDeepStrictEqual } from "node:util";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { Website } from "../../../shared/entities/website.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { allBusinesses } from "../../../shared/lists/readAccount.ts";
import { pagesIn } from "../../../shared/lists/walk.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { addLogFields } from "../../../shared/platform/log.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { followWebsite } from "../../../shared/uptime/followWebsite.ts";
import { followWindows } from "../../../shared/uptime/maintenance.ts";
import { sendSeparately } from "../../../shared/uptime/separateProbes.ts";
import { findSubscription, type Subscription } from "../../../shared/uptime/subscription.ts";
import { adaptAudit, auditProspect, followAudits } from "./followAudits.ts";

const key = { reseller_uuid: z.uuid(), uuid: z.uuid() };
const changed = z.discriminatedUnion("entity", [
  z.object({
    ...{ ...key, entity: z.literal("website") },
    former_hostname: z.optional(z.string()),
    /** Nothing has changed: somebody wants the website checked now. */
    is_asked: z.optional(z.boolean()),
  }),
  z.object({ ...key, entity: z.enum(["prospect", "user", "business", "plan", "reseller"]) }),
]);
/** What has changed, or websites of which a maintenance window begins or ends. */
const message = z.union([
  changed,
  z.object({ maintenance: z.array(z.object({ ...key, due_at: z.string() })) }),
]);

type Changed = z.infer<typeof changed>;

/**
 * Begins, adapts and stops checks: a website was added, moved, deleted or restored, a prospect was added, a user was
 * suspended or resumed, a reseller left or came back, a plan has changed, or a business got another plan. A message
 * names one of them, and may come twice or late, because what is stored decides. Users, plans and resellers become
 * messages of their businesses. Also shows websites whose maintenance begins or ends in their new state.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const text = "checks could not be adapted to a change and will be later";
  return await perMessage(Records, follow, text);
}

async function follow({ body }: SQSRecord) {
  const change = message.parse(JSON.parse(body));
  if ("maintenance" in change) {
    for (const { due_at, ...website } of change.maintenance) await followWindows(website, due_at);
    return;
  }
  addLogFields({ reseller_uuid: change.reseller_uuid });
  if (change.entity === "website") return await adaptWebsite(change);
  if (change.entity === "prospect") return await auditProspect(change);
  await (change.entity === "business" ? adaptBusiness(change) : passOn(change));
}

async function adaptWebsite({
  reseller_uuid,
  uuid,
  former_hostname,
  is_asked = false,
}: Changed & { entity: "website" }) {
  const website = { reseller_uuid, uuid };
  if (is_asked) return await probeNow([website]);
  let begins = false;
  await repeatWhileChanging(
    () => findRevision(website),
    async () => {
      await followAudits(website, former_hostname);
      begins = await followWebsite(website);
    },
  );
  if (begins) await probeNow([website]);
}

/** The revision of a website; undefined if it is deleted. */
async function findRevision(key: OwnedKey): Promise<number | undefined> {
  const { data } = await Website.get(key).go({ consistent: true, attributes: ["revision"] });
  return data?.revision;
}

/**
 * Repeats work until what it follows is the same before and after it. Otherwise another call may have followed a later
 * change before this one wrote, and found nothing to do.
 */
async function repeatWhileChanging<Seen>(
  read: () => Promise<Seen>,
  work: (seen: Seen) => Promise<void>,
) {
  let before: Seen;
  let after = await read();
  do {
    before = after;
    await work(before);
    after = await read();
  } while (!isDeepStrictEqual(after, before));
}

async function probeNow(keys: OwnedKey[]) {
  const now = Date.now();
  await sendSeparately(keys, Math.floor(now / 1000), now);
}

/**
 * Makes the websites of a business match its subscription: their monitors at once, and audits as early as its plan
 * says.
 */
async function adaptBusiness({ reseller_uuid, uuid }: OwnedKey) {
  const business = { reseller_uuid, uuid };
  await repeatWhileChanging(
    () => findSubscription(business),
    (subscription) => adaptTo(subscription, business),
  );
}

async function adaptTo(subscription: Subscription | undefined, { reseller_uuid, uuid }: OwnedKey) {
  const errors: unknown[] = [];
  for await (const page of pagesIn(websites.list({ reseller_uuid, business_uuid: uuid }))) {
    const keys = page.map((each) => ({ reseller_uuid, uuid: String(each.uuid) }));
    const audits = await batchGet(
      ...keys.map((website) => lookup<CheckRecord>(Check, { ...website, kind: "audit" })),
    );
    const begun: OwnedKey[] = [];
    const results = await Promise.allSettled([
      ...keys.map(async (website) => {
        if (await followWebsite(website)) begun.push(website);
      }),
      ...audits.map(async (audit) => audit && (await adaptAudit(audit, subscription))),
    ]);
    await probeNow(begun);
    // A website that fails stops no other, on this page or a later one.
    errors.push(...results.flatMap((one) => (one.status === "rejected" ? one.reason : [])));
  }
  if (errors.length > 0)
    throw new AggregateError(errors, "Not all checks of a business could be adapted");
}

async function passOn({ reseller_uuid, entity, uuid }: Changed) {
  for await (const page of businessesOf({ reseller_uuid, entity, uuid })) {
    const messages = page.map((uuid) => ({
      message: { reseller_uuid, entity: "business", uuid },
      group: reseller_uuid,
    }));
    await sendMessages(requireEnv("SUBSCRIPTIONS_QUEUE_URL"), messages);
  }
}

/** The uuids of the businesses of a user, plan or reseller, in pages. */
async function* businessesOf({
  entity,
  reseller_uuid,
  uuid,
}: OwnedKey & { entity: string }): AsyncGenerator<string[]> {
  if (entity === "reseller") yield* allBusinesses({ reseller_uuid });
  // One that gets the plan later has its own message.
  if (entity === "plan") yield* allBusinesses({ reseller_uuid, plan_uuid: uuid });
  if (entity !== "user") return;
  for await (const page of pagesIn(businesses.list({ reseller_uuid, user_uuid: uuid })))
    yield page.map((business) => String(business.uuid));
}

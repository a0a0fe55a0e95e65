import { isDeepStrictEqual } from "node:util";
import { type FeedItemRecord, unpackData } from "../../shared/entities/feedItem.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../shared/entities/findings.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import { countBySeverity } from "../../shared/severity.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { perRecord } from "./part.ts";

/** Keeps with each website, for lists, how many of its findings are open and when its certificate expires. */
export const findings = perRecord(async (change) => {
  await (change.entity === "feedItem" ? noteCertificate(change) : countFindings(change));
});

type Kept = Pick<WebsiteFindingsRecord, "reseller_uuid" | "business_uuid" | "uuid">;

async function countFindings(change: Change) {
  const { before, after } = imagesOf<Kept>(change);
  const { reseller_uuid, business_uuid, uuid } = after ?? (before as Kept);
  const key = { reseller_uuid, business_uuid, uuid };
  await setKnown({ reseller_uuid, uuid }, async () => {
    const [kept, marked] = await batchGet(
      lookup<WebsiteFindingsRecord>(WebsiteFindings, key),
      lookup<FindingMarksRecord>(FindingMarks, key),
    );
    const open = (kept?.findings ?? []).filter(
      (each) => each.resolved_at === undefined && !marked?.marks[each.uuid]?.ignored_at,
    );
    return { open_findings: countBySeverity(open) };
  });
}

/** The audit tells of a certificate when something about it is new. */
async function noteCertificate(change: Change) {
  const { after } = imagesOf<FeedItemRecord>(change);
  if (after?.type !== "ssl") return;
  const { reseller_uuid, website_uuid: uuid, sequence } = after;
  const { ssl_expiry_date: expires_at } = unpackData(after.data) as { ssl_expiry_date?: string };
  await setKnown({ reseller_uuid, uuid }, async ({ certificate }) => {
    const isLate = certificate !== undefined && certificate.sequence >= sequence;
    return isLate ? {} : { certificate: { sequence, ...(expires_at && { expires_at }) } };
  });
}

/** Sets what has changed of a website, if it is still there. */
async function setKnown(
  key: OwnedKey,
  find: (website: WebsiteRecord) => Promise<Partial<WebsiteRecord>>,
) {
  await unlessGone(
    changeListed(websites, key, async (website) => {
      const found = Object.entries(await find(website)).filter(
        ([name, value]) => !isDeepStrictEqual(website[name as keyof WebsiteRecord], value),
      );
      if (found.length === 0) return undefined;
      return { set: { ...Object.fromEntries(found), updated_at: website.updated_at } };
    }),
  );
}

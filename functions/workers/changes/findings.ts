import { isDeepStrictEqual } from "node:util";
import type { FeedItemRecord } from "../../../shared/entities/feedItem.ts";
import {
  FindingMarks,
  type FindingMarksRecord,
  type KeptFinding,
  WebsiteFindings,
  type WebsiteFindingsRecord,
} from "../../../shared/entities/findings.ts";
import type { NewestFinding, WebsiteRecord } from "../../../shared/entities/website.ts";
import { changeWebsite } from "../../../shared/lists/websites.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { unpackJson } from "../../../shared/platform/table/packedJson.ts";
import { countBySeverity } from "../../../shared/vocabulary/severity.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { perRecord } from "./part.ts";

/** Keeps with each website, for lists, how many of its findings are open or were fixed, and when its certificate and domain expire. */
export const findings = perRecord(async (change) => {
  await (change.entity === "feedItem" ? noteExpiry(change) : countFindings(change));
});

type Kept = Pick<WebsiteFindingsRecord, "reseller_uuid" | "business_uuid" | "uuid">;

async function countFindings(change: Change) {
  const { before, after } = imagesOf<Kept>(change);
  const { reseller_uuid, business_uuid, uuid } = after ?? (before as Kept);
  const key = { reseller_uuid, business_uuid, uuid };
  await changeIfDifferent({ reseller_uuid, uuid }, async () => {
    const [record, marked] = await batchGet(
      lookup<WebsiteFindingsRecord>(WebsiteFindings, key),
      lookup<FindingMarksRecord>(FindingMarks, key),
    );
    const open = (record?.findings ?? []).filter(
      (each) => each.resolved_at === undefined && !marked?.marks[each.uuid]?.ignored_at,
    );
    return {
      open_findings: countBySeverity(open),
      newest_serious_finding: newestSerious(open),
      fixed_findings: lastFixed(record?.findings ?? [], marked),
    };
  });
}

/** A title shows less of each text. */
const MOST_OF_A_TEXT = 300;

/** The newest serious finding, with the values in its title. The title itself is made where it is shown. */
function newestSerious(open: KeptFinding[]): NewestFinding | undefined {
  const [finding] = open
    .filter(({ severity }) => severity === "error")
    .toSorted((one, other) => other.first_seen_at.localeCompare(one.first_seen_at));
  if (!finding) return undefined;
  const { code, subject, pages, pages_count, detail, first_seen_at } = finding;
  const isShort = ([, value]: [string, unknown]) =>
    typeof value === "number" || (typeof value === "string" && value.length <= MOST_OF_A_TEXT);
  return {
    ...{ code, subject: subject.slice(0, MOST_OF_A_TEXT), pages: pages.slice(0, 1), pages_count },
    ...{ detail: Object.fromEntries(Object.entries(detail).filter(isShort)), first_seen_at },
  };
}

/** The findings that the newest audit which found any fixed has resolved, without those that people ignore. */
function lastFixed(findings: KeptFinding[], marked: FindingMarksRecord | undefined) {
  const times = findings.flatMap(({ uuid, resolved_at }) =>
    resolved_at === undefined || marked?.marks[uuid]?.ignored_at ? [] : [resolved_at],
  );
  const at = times.toSorted().at(-1);
  if (at === undefined) return undefined;
  return { at, count: times.filter((time) => time === at).length };
}

/** What a website keeps of these feed items, and which figure of theirs it is. */
const expiries = {
  website_summary: { name: "certificate", field: "ssl_expiry_date" },
  domain_age: { name: "domain", field: "expires_at" },
} as const;

/** An audit tells of a certificate or domain when something about it is new. */
async function noteExpiry(change: Change) {
  const { after } = imagesOf<FeedItemRecord>(change);
  const expiry = after && expiries[after.type as keyof typeof expiries];
  if (!expiry) return;
  const { reseller_uuid, website_uuid: uuid, sequence } = after;
  const { name, field } = expiry;
  const data = unpackJson(after.data) as Record<string, string | null | undefined>;
  // An audit that could not look at the certificate leaves it out of its summary.
  if (name === "certificate" && data[field] === undefined) return;
  const expires_at = data[field] ?? undefined;
  await changeIfDifferent({ reseller_uuid, uuid }, async ({ [name]: previous }) => {
    const isLate = previous !== undefined && previous.sequence >= sequence;
    // Summaries are written for other reasons, too.
    const isKnown = previous !== undefined && previous.expires_at === expires_at;
    return isLate || isKnown ? {} : { [name]: { sequence, ...(expires_at && { expires_at }) } };
  });
}

/** Sets what has changed of a website, if it is still there. */
async function changeIfDifferent(
  key: OwnedKey,
  find: (website: WebsiteRecord) => Promise<Partial<WebsiteRecord>>,
) {
  await changeWebsite(key, async (website) => {
    const changed = Object.entries(await find(website)).filter(
      ([name, value]) => !isDeepStrictEqual(website[name as keyof WebsiteRecord], value),
    );
    return changed.length === 0 ? undefined : { set: Object.fromEntries(changed) };
  });
}

import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { DeliveryCounterRecord } from "../../shared/entities/deliveryCounter.ts";
import type { MailDayRecord } from "../../shared/entities/mailDay.ts";
import type { RateUseRecord } from "../../shared/entities/rateUse.ts";
import { UsageMonth } from "../../shared/entities/usage.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { monthOf } from "../account/months.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { countWebsites } from "./countWebsites.ts";
import { type Part, succeeds } from "./part.ts";

/**
 * Keeps what each reseller uses by month. Nothing is added up from the changes: they only say what to count
 * again, so that it makes no difference whether they come twice, late or reordered.
 */
export const usage: Part = async (changes) => {
  const byReseller = Map.groupBy(changes, ({ reseller_uuid }) => reseller_uuid);
  const failed = [...byReseller].map(async ([reseller_uuid, all]) => {
    const done = await succeeds(async () => {
      await countWebsites(reseller_uuid, changedBusinesses(all));
      for (const reached of totalsOf(all)) await noteTotal(reseller_uuid, reached);
    });
    return done ? [] : all;
  });
  return (await Promise.all(failed)).flat();
};

/** The businesses whose number of websites or plan may have changed, and when they last did. */
function changedBusinesses(changes: Change[]): Map<string, Date> {
  const found = new Map<string, Date>();
  for (const change of changes) {
    const uuid = changedBusiness(change);
    const known = uuid && found.get(uuid);
    if (uuid && (!known || known < change.at)) found.set(uuid, change.at);
  }
  return found;
}

function changedBusiness(change: Change): string | undefined {
  if (change.entity === "website") {
    const { before, after } = imagesOf<WebsiteRecord>(change);
    return (after ?? before)?.business_uuid;
  }
  if (change.entity !== "business") return undefined;
  const { before, after } = imagesOf<BusinessRecord>(change);
  return before?.plan_uuid === after?.plan_uuid ? undefined : change.uuid;
}

/** How many of something a reseller had ever had before some changes of a month, and after them. */
interface Total {
  name: string;
  month: string;
  before: number;
  until: number;
}

/** The lowest and highest totals among the changes of each month. */
function totalsOf(changes: Change[]): Total[] {
  const reached = new Map<string, Total>();
  for (const change of changes) {
    const total = totalOf(change);
    if (!total) continue;
    const place = `${total.month}#${total.name}`;
    const known = reached.get(place) ?? total;
    const before = Math.min(known.before, total.before);
    reached.set(place, { ...total, before, until: Math.max(known.until, total.until) });
  }
  return [...reached.values()];
}

function totalOf(change: Change): Total | undefined {
  const month = monthOf(change.at);
  if (change.entity === "mailDay") {
    const { before, after } = imagesOf<MailDayRecord>(change);
    return risen(month, `mails#${after?.day}`, [mailsOf(before), mailsOf(after)]);
  }
  if (change.entity === "deliveryCounter") {
    const { before, after } = imagesOf<DeliveryCounterRecord>(change);
    const name = `deliveries#${after?.webhook_uuid}`;
    return risen(month, name, [before?.next_sequence, after?.next_sequence]);
  }
  if (change.entity !== "rateUse") return undefined;
  const { before, after } = imagesOf<RateUseRecord>(change);
  const name = `calls#${after?.kind}#${after?.calls_since}`;
  return risen(month, name, [before?.api_calls, after?.api_calls]);
}

const mailsOf = ({ sent = 0, reports = 0 }: Partial<MailDayRecord> = {}) => sent + reports;

function risen(
  month: string,
  name: string,
  [before = 0, until = 0]: [number | undefined, number | undefined],
): Total | undefined {
  return before === until ? undefined : { month, name, before, until };
}

/** Notes the lowest and highest total of a month: a write, and a second one if something lower came late. */
async function noteTotal(reseller_uuid: string, { month, name, before, until }: Total) {
  const place = { reseller_uuid, month, name };
  const risen = await writeIfTrue(() =>
    UsageMonth.update(place)
      .data((attributes, { set, ifNotExists }) => {
        set(attributes.until, until);
        ifNotExists(attributes.before, before);
      })
      .where(
        (attributes, { lt, notExists }) =>
          `${notExists(attributes.until)} OR ${lt(attributes.until, until)}`,
      )
      .go({ response: "all_new" }),
  );
  if (risen && (risen.data.before ?? 0) <= before) return;
  await writeIfTrue(() =>
    UsageMonth.update(place)
      .set({ before })
      .where((attributes, { gt }) => gt(attributes.before, before))
      .go(),
  );
}

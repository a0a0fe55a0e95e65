import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { monthOf } from "../../shared/usage/months.ts";
import { readUsage, type Usage } from "../../shared/usage/readUsage.ts";
import type { CommandInput } from "./catalogue.ts";
import { findOwnResellers, requireReseller } from "./records.ts";

const READ_AT_ONCE = 20;

/** USD for each, measured by `npm run bench -- scale`. */
const USAGE_PRICES = {
  checks: 0.26 / 1e6,
  audits: 33 / 1e6,
  deliveries: 5 / 1e6,
  mails: 0.1 / 1e3,
  api_calls: 3 / 1e6,
} as const;
type Priced = keyof typeof USAGE_PRICES;

/**
 * Lists what each reseller used in a month, by default this one, and what that cost the provider. Sandboxes
 * are left out unless one is asked for.
 */
export async function listUsage({
  month = monthOf(new Date()),
  reseller_uuid,
}: CommandInput<"usage">) {
  const resellers =
    reseller_uuid === undefined ? await findOwnResellers() : [await requireReseller(reseller_uuid)];
  const rows: Awaited<ReturnType<typeof describe>>[] = [];
  for (let first = 0; first < resellers.length; first += READ_AT_ONCE) {
    const some = resellers.slice(first, first + READ_AT_ONCE);
    rows.push(...(await Promise.all(some.map((reseller) => describe(reseller, month)))));
  }
  return rows;
}

async function describe({ uuid, name }: ResellerRecord, month: string) {
  const usage = await readUsage(uuid, month, Date.now());
  const { websites } = usage;
  const average = websites.reduce((sum, plan) => sum + plan.average, 0);
  const counts = (Object.keys(USAGE_PRICES) as Priced[]).map(
    (what) => [what, usage[what]] as const,
  );
  return {
    month,
    reseller: name,
    uuid,
    websites: round(average, 2),
    plans: await namePlans(uuid, websites),
    ...Object.fromEntries(counts),
    cost_usd: round(
      counts.reduce((sum, [what, count]) => sum + count * USAGE_PRICES[what], 0),
      4,
    ),
  };
}

/** `Standard 12.5`. A plan that was deleted is told by its uuid. */
async function namePlans(reseller_uuid: string, websites: Usage["websites"]): Promise<string[]> {
  const plans = await batchGet(
    ...websites.map(({ plan_uuid: uuid }) => lookup<PlanRecord>(Plan, { reseller_uuid, uuid })),
  );
  return websites.map(
    ({ plan_uuid, average }, index) => `${plans[index]?.name ?? plan_uuid} ${average}`,
  );
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

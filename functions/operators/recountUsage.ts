import { ListEntry } from "../../shared/entities/listEntry.ts";
import { accountList, type Entry } from "../../shared/lists/account.ts";
import { countWebsites } from "../changes/countWebsites.ts";
import { after, command, WrongInput } from "./command.ts";
import { named } from "./naming.ts";
import { requireReseller } from "./reseller.ts";

const BUSINESSES_A_CALL = 500;

/**
 * Counts the websites of a reseller's businesses for its usage again, from now on: those from before usage was
 * kept, and those whose count is wrong. Lists the businesses that counted otherwise; a repeated command finds
 * none. `next` is the `after` of the next call.
 */
export const recountUsage = command(
  { uuid: named("reseller", "The reseller"), after },
  async ({ uuid, after }) => {
    await requireReseller(uuid);
    const { data } = await ListEntry.query
      .inOrder(accountList(uuid, "businesses"))
      .gt({ sequence: numberOf(after) })
      .go({ consistent: true, limit: BUSINESSES_A_CALL });
    const entries = data as unknown as Entry[];
    const at = new Date();
    const counted = await countWebsites(
      uuid,
      new Map(entries.map(({ record }) => [record.uuid, at])),
    );
    return {
      businesses: entries.length,
      changed: counted.map(describe),
      next: entries.length < BUSINESSES_A_CALL ? null : String(entries.at(-1)?.sequence),
    };
  },
);

function describe({ uuid, former, now }: Awaited<ReturnType<typeof countWebsites>>[number]) {
  return {
    business_uuid: uuid,
    plan_uuid: now.plan_uuid ?? null,
    websites: now.websites,
    former_plan_uuid: former?.plan_uuid ?? null,
    former_websites: former?.websites ?? 0,
  };
}

function numberOf(after = "-1"): number {
  if (/^(?:-1|\d{1,15})$/.test(after)) return Number(after);
  throw new WrongInput("--after must be the `next` of an earlier call.");
}

import { noteRemover } from "../../shared/auditLog/noteRemover.ts";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { findBusinesses } from "../../shared/lists/readAccount.ts";
import { transactIfTrue, write } from "../../shared/platform/table/transact.ts";
import type { CommandInput } from "./catalogue.ts";
import { Noted, WrongInput } from "./definition.ts";
import { requireChangeable, requireReseller } from "./reseller.ts";

/** Businesses moved by one call, which fits well within the function's timeout. */
const MOVED_AT_MOST = 500;
const MOVED_AT_ONCE = 25;

/**
 * Moves the businesses of a plan to another plan of the reseller, and then deletes the plan. One call
 * moves at most 500; repeat it while `deleted` is false.
 */
export async function deletePlan({ uuid, move_to }: CommandInput<"plan delete">) {
  const { reseller_uuid, name } = await requireChangeable("plan", uuid);
  const { default_plan_uuid } = await requireReseller(reseller_uuid);
  if (uuid === default_plan_uuid) {
    throw new WrongInput(
      `"${name}" is the reseller's default plan: make another one the default with "plan update UUID --default" first.`,
    );
  }
  const moved = await moveBusinesses({ reseller_uuid, from: uuid, to: move_to });
  const deleted = moved < MOVED_AT_MOST && (await removePlan({ reseller_uuid, uuid }));
  const result = { uuid, name, moved, deleted };
  return deleted ? result : new Noted(result, "The plan has more businesses: repeat the command.");
}

interface Move {
  reseller_uuid: string;
  from: string;
  to: string | undefined;
}

/** Moves up to MOVED_AT_MOST businesses of a plan and returns their number. */
async function moveBusinesses({ reseller_uuid, from, to }: Move): Promise<number> {
  let seen = 0;
  let after: string | undefined;
  do {
    const { page, next } = await findBusinesses(
      { reseller_uuid, plan_uuid: from },
      { after, limit: MOVED_AT_ONCE },
    );
    if (page.length > 0) await assertTarget({ reseller_uuid, from, to });
    await Promise.all(
      page.map((uuid) =>
        unlessGone(
          changeListed(businesses, { reseller_uuid, uuid }, ({ plan_uuid }) =>
            plan_uuid === from && to !== undefined ? { set: { plan_uuid: to } } : undefined,
          ),
        ),
      ),
    );
    seen += page.length;
    after = next;
  } while (after !== undefined && seen < MOVED_AT_MOST);
  return seen;
}

async function assertTarget({ reseller_uuid, from, to }: Move) {
  if (to === undefined) {
    throw new WrongInput("Businesses have the plan: say with --move-to which one they get.");
  }
  const { data } = await Plan.get({ reseller_uuid, uuid: to }).go({ consistent: true });
  if (data && to !== from) return;
  throw new WrongInput(
    `--move-to must be another plan of the same reseller: "plan list --reseller ${reseller_uuid}" shows them.`,
  );
}

/** Deletes a plan unless it has become the default one; returns whether it did. */
async function removePlan({ reseller_uuid, uuid }: { reseller_uuid: string; uuid: string }) {
  const remover = await noteRemover(Plan, { reseller_uuid, uuid });
  if (remover === undefined) return true;
  return await transactIfTrue(
    write(Reseller, (reseller) =>
      reseller
        .check({ uuid: reseller_uuid })
        .where(({ default_plan_uuid }, { ne }) => ne(default_plan_uuid, uuid))
        .commit(),
    ),
    write(Plan, (plan) =>
      plan
        .remove({ reseller_uuid, uuid })
        .where(({ changed_by }, { eq }) => eq(changed_by, remover))
        .commit(),
    ),
  );
}

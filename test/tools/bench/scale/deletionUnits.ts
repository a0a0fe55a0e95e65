import type { Context } from "aws-lambda";
import { changesHandler } from "../../../../functions/workers/changes/dispatch.ts";
import { cleanUp } from "../../../../functions/workers/cleanup/cleanUp.ts";
import { systemClock } from "../../../../shared/platform/time.ts";
import { open, PAGE } from "../../../functions/open/sharedPages/open.ts";
import { call } from "../../../support/api.ts";
import { type Cost, costOf } from "../../../support/cost.ts";
import { makeCustomer, makeShare, makeWebsite } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { recordStream } from "../../../support/recordStream.ts";

const CONTEXT = { getRemainingTimeInMillis: () => 900_000 } as Context;

/** What it takes of the table that a deleted website can be restored, and then to remove it for good. */
export async function measureDeletion(): Promise<Cost> {
  const { reseller, business } = await makeCustomer();
  const uuid = await makeWebsite(reseller, business);
  const { key, uuid: reseller_uuid } = reseller;
  const Records = await recordStream(() =>
    call("DELETE /v1/websites/{website_uuid}", { key, uuid }),
  );
  const message = { reseller_uuid, uuid, entity: "website" };
  return await costOf(async () => {
    await changesHandler(systemClock)({ Records });
    // While the website can be restored, and when its time is over.
    await cleanUp(sqsEvent({ ...message, is_kept: true }), CONTEXT);
    await cleanUp(sqsEvent(message), CONTEXT);
  });
}

/** What a customer's look at the status page of a website takes. */
export async function measureShare(): Promise<Cost> {
  const { reseller, business } = await makeCustomer();
  const website_uuid = await makeWebsite(reseller, business);
  const { token } = await makeShare(reseller, { website_uuid });
  return await costOf(() => open(PAGE, token));
}

import type { Context, SQSEvent } from "aws-lambda";
import { handler as cleanup } from "../../../functions/cleanup/index.ts";
import { Erasure } from "../../../shared/entities/erasure.ts";
import { call } from "../../support/api.ts";
import type { TestReseller } from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";

export const DELETE = "DELETE /v1/users/{user_uuid}";
export const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";
export const DELETED = "GET /v1/account/deleted";
export const ERASURES = "GET /v1/account/erasures";

/** Asks for a user's erasure. */
export const erase = ({ key }: TestReseller, uuid: string) =>
  call(DELETE, { key, uuid, query: { erase: "true" } });

/** The message about an erasure, as if it were due. */
export async function due({ uuid: reseller_uuid }: TestReseller, uuid: string) {
  const { data } = await Erasure.get({ reseller_uuid, uuid }).go({ consistent: true });
  return sqsEvent({ erasures: [{ reseller_uuid, uuid, due_at: data?.due_at }] });
}

/** Does a pass of an erasure; `remaining` is the time left, in milliseconds. */
export const pass = (event: SQSEvent, remaining = 60_000) =>
  cleanup(event, { getRemainingTimeInMillis: () => remaining } as Context);

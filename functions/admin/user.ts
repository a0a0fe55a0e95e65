import { User, type UserRecord } from "../../shared/entities/user.ts";
import { uuid, WrongInput } from "./command.ts";

export const user_uuid = uuid("--user");

/** Finds a user by its uuid alone; throws WrongInput when there is none. */
export async function requireUser(uuid: string): Promise<UserRecord> {
  const { data: found } = await User.query.ofAnyReseller({ uuid }).go();
  const [{ reseller_uuid } = { reseller_uuid: undefined }] = found;
  const { data: user } = reseller_uuid
    ? await User.get({ reseller_uuid, uuid }).go({ consistent: true })
    : { data: null };
  if (user) return user;
  throw new WrongInput(
    `There is no user ${uuid}: the API lists them. One just onboarded is found within a second.`,
  );
}

/** A user as operators see it. */
export function describeUser({ uuid, reseller_uuid, email, suspended_at }: UserRecord) {
  return { uuid, reseller_uuid, email, suspended_at: suspended_at ?? null };
}

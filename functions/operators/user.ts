import * as z from "zod/mini";
import { foldName } from "../../shared/table/searchKeys.ts";
import { parseUuid } from "../../shared/uuid.ts";
import { severalNamed, text, WrongInput } from "./command.ts";
import { findCalled } from "./searchIndex.ts";

/** Turns a user's uuid, or the e-mail address if only one reseller has it, into the uuid. */
export const user_uuid = z.pipe(
  text("The user"),
  z.transform(async (given) => {
    const uuid = parseUuid(given);
    if (uuid !== undefined) return uuid;
    const found = await findCalled("user", foldName(given), ({ email }) => foldName(email));
    const [user, ...more] = found;
    if (user === undefined) {
      throw new WrongInput(`There is no user "${given}": "find EMAIL" lists them.`);
    }
    if (more.length > 0) throw severalNamed(`users with the e-mail address ${given}`, found);
    return user.uuid;
  }),
);

import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { localeWrite } from "../../../shared/resellers/resellerWrites.ts";
import { namesTimezone } from "../../../shared/views/period.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";
import { accountSchema } from "./accountSchemas.ts";
import { type Account, readAccount } from "./fetchAccount.ts";

const body = z.object({
  language: described(
    oneOf("Language", textLanguages),
    "The language of the e-mails to you.",
    "de",
  ),
  timezone: described(
    text("Timezone").check(namesTimezone),
    "The time zone of the times in them, and of quiet hours, by its IANA name.",
    "Europe/Berlin",
  ),
});

/** Changes the language and the time zone of what is sent to the reseller itself. */
export const updateAccount = endpoint({
  route: "PATCH /v1/account",
  id: "updateAccount",
  summary: "Change the language and time zone of your account",
  details: "They are those of the e-mails to you. What your users get has its own.",
  response: () => doneOf("Account updated", accountSchema),
  exampleBody: { language: "de", timezone: "Europe/Berlin" },
  body: z.partial(body),
  async answer({ body, event }) {
    const check = preconditionOf(event, fetched<Account>);
    const account = await retryOnConflict(async () => {
      const found = await readAccount(event);
      await check?.(found);
      await transact(localeWrite(found, body));
      return { ...found, ...body };
    });
    return updated("Account", account);
  },
});

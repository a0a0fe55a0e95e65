import { accountLocale } from "../../../shared/entities/reseller.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { findReseller } from "../../../shared/limits/resellers.ts";
import { limitOf } from "../../../shared/lists/recordLimits.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import {
  creationOf,
  newProspect,
  presentProspect,
  prospectBody,
} from "../../../shared/prospects/prospect.ts";
import { prospectSchema } from "../../../shared/prospects/prospectSchemas.ts";
import { readProspectsOfDay } from "../../../shared/usage/readUsage.ts";

/** Makes a prospect; the table's stream has its website audited. */
export const createProspect = postEndpoint({
  route: "POST /v1/prospects",
  id: "createProspect",
  summary: "Check any website",
  details:
    "Audits a website once, with your default plan, and shows the result on a page in your name. No customer is needed, no e-mail or event is sent, and the website is not probed for uptime. Fetch the prospect once a second to see the pages that are read. The prospect is removed after seven days. The number of prospects a day is limited: rule `max`.",
  response: () => doneOf("Prospect created", prospectSchema),
  exampleBody: { hostname: "https://bakery.example.com", language: "en" },
  body: prospectBody,
  async answer({ reseller_uuid, body, event, keep }) {
    const reseller = await findReseller(reseller_uuid);
    const { most, exceeded } = limitOf(reseller, "max_prospects_per_day", "hostname");
    const { hostname, language = accountLocale(reseller).language } = body;
    return await retryOnConflict(async () => {
      if ((await readProspectsOfDay(reseller_uuid, Date.now())) >= most) throw exceeded;
      const prospect = newProspect({ reseller_uuid, hostname, language });
      const answer = created("Prospect", await presentProspect(prospect, originOf(event)));
      await transact(...creationOf(prospect, most), ...keep(answer));
      return answer;
    });
  },
});

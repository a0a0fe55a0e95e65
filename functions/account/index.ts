import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { fetchAccount } from "./fetchAccount.ts";
import { listAccountBusinesses } from "./listAccountBusinesses.ts";
import { listAccountWebsites } from "./listAccountWebsites.ts";

export const handler = endpointGroup<typeof description>("account", {
  "GET /v1/account": fetchAccount,
  "GET /v1/account/websites": listAccountWebsites,
  "GET /v1/account/businesses": listAccountBusinesses,
});

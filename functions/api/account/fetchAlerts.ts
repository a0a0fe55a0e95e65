import { presentAlerts, readAlerts } from "../../../shared/alerts/alerts.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { alertsSchema } from "./accountSchemas.ts";

export const fetchAlerts = endpoint({
  route: "GET /v1/account/alerts",
  id: "fetchAlerts",
  summary: "Fetch who gets alerts",
  response: () => fetchedOf(alertsSchema),
  async answer({ reseller_uuid }) {
    return fetched(presentAlerts(await readAlerts(reseller_uuid)));
  },
});

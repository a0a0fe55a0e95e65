import { presentAlerts, readAlerts } from "../../../shared/alerts/alerts.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";

export const fetchAlerts = endpoint({
  async answer({ reseller_uuid }) {
    return fetched(presentAlerts(await readAlerts(reseller_uuid)));
  },
});

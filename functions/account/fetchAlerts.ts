import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { presentAlerts, readAlerts } from "../alerts/settings.ts";

export const fetchAlerts = endpoint({
  async answer({ reseller_uuid }) {
    return fetched(presentAlerts(await readAlerts(reseller_uuid)));
  },
});

import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { maintenanceWindowSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { getWindows, requireWindow, showWindow } from "./maintenanceWindow.ts";

export const fetchMaintenanceWindow = endpoint({
  route: "GET /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
  id: "fetchMaintenanceWindow",
  summary: "Fetch a maintenance window",
  response: () => fetchedOf(maintenanceWindowSchema),
  async answer({ reseller_uuid, uuid, event }) {
    const window_uuid = pathUuid(event, "maintenance_window_uuid");
    const found = await getWindows({ reseller_uuid, uuid });
    return showWindow(requireWindow(found, window_uuid), uuid);
  },
});

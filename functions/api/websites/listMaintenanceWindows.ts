import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { maintenanceWindowSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { getWindows, presentWindow } from "./maintenanceWindow.ts";

export const listMaintenanceWindows = endpoint({
  route: "GET /v1/websites/{website_uuid}/maintenance-windows",
  id: "listMaintenanceWindows",
  summary: "List the maintenance windows of a website",
  details: "In the order of their beginning, including those that ended within the last 400 days.",
  response: () => listOf(maintenanceWindowSchema),
  isStrict: true,
  async answer({ reseller_uuid, uuid }) {
    const { windows } = await getWindows({ reseller_uuid, uuid });
    return fetched(windows.map((window) => presentWindow(window, uuid)));
  },
});

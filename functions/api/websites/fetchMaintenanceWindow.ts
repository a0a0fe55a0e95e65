import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { getWindows, requireWindow, showWindow } from "./maintenanceWindow.ts";

export const fetchMaintenanceWindow = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid, event }) {
    const window_uuid = pathUuid(event, "maintenance_windows");
    const found = await getWindows({ reseller_uuid, uuid });
    return showWindow(requireWindow(found, window_uuid), uuid);
  },
});

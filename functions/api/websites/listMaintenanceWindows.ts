import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { getWindows, presentWindow } from "./maintenanceWindow.ts";

export const listMaintenanceWindows = endpoint({
  record: "websites",
  async answer({ reseller_uuid, uuid }) {
    const { windows } = await getWindows({ reseller_uuid, uuid });
    return fetched(windows.map((window) => presentWindow(window, uuid)));
  },
});

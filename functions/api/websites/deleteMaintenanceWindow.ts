import type { WindowRecord } from "../../../shared/entities/maintenance.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { changeWindows, requireWindow, showWindow } from "./maintenanceWindow.ts";

/** Deletes a window. Failures within it so far still count neither as up nor as down. */
export const deleteMaintenanceWindow = endpoint({
  route: "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
  id: "deleteMaintenanceWindow",
  summary: "Delete a maintenance window",
  details: "You can delete a window that has begun: failures count again from now on.",
  response: () => deletedOf("Maintenance window"),
  async answer({ reseller_uuid, uuid, event }) {
    const window_uuid = pathUuid(event, "maintenance_window_uuid");
    const check = preconditionOf(event, (found: WindowRecord) => showWindow(found, uuid));
    await changeWindows({ reseller_uuid, uuid }, async (found) => {
      const window = requireWindow(found, window_uuid);
      await check?.(window);
      return { windows: found.windows.filter((each) => each !== window) };
    });
    return deleted("Maintenance window");
  },
});

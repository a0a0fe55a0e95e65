import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import {
  changeWindows,
  newWindow,
  presentWindow,
  windowBody,
  withWindow,
} from "./maintenanceWindow.ts";

/** Creates a window in which failures count neither as up nor as down. */
export const createMaintenanceWindow = postEndpoint({
  record: "websites",
  body: windowBody,
  async answer({ reseller_uuid, uuid, body, keep }) {
    const now = new Date();
    const window = newWindow(body, now);
    const answer = created("Maintenance window", presentWindow(window, uuid));
    await changeWindows({ reseller_uuid, uuid }, async ({ windows }) => ({
      windows: withWindow(windows, window, now),
      also: keep(answer),
    }));
    return answer;
  },
});

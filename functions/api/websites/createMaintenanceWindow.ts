import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { maintenanceWindowSchema } from "../../../shared/resources/monitoringSchemas.ts";
import {
  changeWindows,
  newWindow,
  presentWindow,
  windowBody,
  withWindow,
} from "./maintenanceWindow.ts";

/** Creates a window in which failures count neither as up nor as down. */
export const createMaintenanceWindow = postEndpoint({
  route: "POST /v1/websites/{website_uuid}/maintenance-windows",
  id: "createMaintenanceWindow",
  summary: "Announce a maintenance of a website",
  details:
    "Failures within the window do not count as downtime: that time counts neither as up nor as down. A website that is down when the window begins is shown as down until a check finds it up. A website can have at most 50 windows that have not ended: rule `max`.",
  response: () => doneOf("Maintenance window created", maintenanceWindowSchema),
  exampleBody: {
    starts_at: "2036-01-12T22:00:00+00:00",
    ends_at: "2036-01-12T23:30:00+00:00",
    reason: "New server",
  },
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

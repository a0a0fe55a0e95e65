import * as z from "zod/mini";
import type { MaintenanceRecord, WindowRecord } from "../../../shared/entities/maintenance.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { optional } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { timestampParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, listOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, fetched } from "../../../shared/http/responses.ts";
import { hasParent } from "../../../shared/lists/listedKind.ts";
import { websiteCheck, websites } from "../../../shared/lists/websites.ts";
import { RecordNotFound, ValidationFailed } from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { retryOnConflict, transact, type Write } from "../../../shared/platform/table/transact.ts";
import { DAY_MS, HISTORY_DAYS, timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { maintenanceWindowSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { maintenanceWrites, readMaintained } from "../../../shared/uptime/maintenance.ts";

/** Limits of a website's windows: of those that have not ended, and of all that are kept. */
const MAX_OPEN = 50;
const MAX_KEPT = 200;
const MAX_DAYS = 30;
/** How far a client's clock may be behind. */
const LATE_MS = 5 * 60 * 1000;

/** The body of a new window, which begins now unless it has `starts_at`. */
const windowBody = z.object({
  starts_at: optional(
    timestampParameter("starts_at"),
    "When the window begins, not in the past; without it, now.",
  ),
  ends_at: timestampParameter("ends_at"),
  reason: optional(text("Reason"), "The reason, in your own words."),
});

/** A website with its windows, and the record that holds them, if it exists. */
interface Windows {
  website: WebsiteRecord;
  record: MaintenanceRecord | undefined;
  windows: WindowRecord[];
}

/** Reads the windows of a website; throws RecordNotFound if there is no such website. */
async function getWindows(key: OwnedKey): Promise<Windows> {
  const { website, record } = await readMaintained(key);
  if (!website || !(await hasParent(websites, website))) throw new RecordNotFound("websites");
  return { website, record, windows: record?.windows ?? [] };
}

/**
 * Replaces a website's windows with the result of `decide`, in one transaction with `also`; calls it
 * again if the windows change meanwhile. Throws RecordNotFound.
 */
async function changeWindows(
  key: OwnedKey,
  decide: (record: Windows) => { windows: WindowRecord[]; also?: Write[] },
) {
  await retryOnConflict(async () => {
    const record = await getWindows(key);
    const { windows, also = [] } = decide(record);
    const writes = maintenanceWrites(key, record, { windows, now: new Date() });
    const isSame = writes.length === 1;
    await transact(...(isSame ? [websiteCheck(key)] : []), ...writes, ...also);
  });
}

/** A new window with these times; throws ValidationFailed if they are not allowed. */
function newWindow(
  { starts_at, ends_at, reason }: z.output<typeof windowBody>,
  now: Date,
): WindowRecord {
  const start = starts_at ?? now;
  if (start.getTime() < now.getTime() - LATE_MS) {
    throw new ValidationFailed({ starts_at: { min: "Start time must not be in the past" } });
  }
  // Compared as stored, in whole seconds.
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  if (seconds(ends_at) <= Math.max(seconds(start), seconds(now))) {
    const min = "End time must be after the start time, and not in the past";
    throw new ValidationFailed({ ends_at: { min } });
  }
  if (ends_at.getTime() > start.getTime() + MAX_DAYS * DAY_MS) {
    const max = `End time must be within ${MAX_DAYS} days of the start time`;
    throw new ValidationFailed({ ends_at: { max } });
  }
  return {
    uuid: newUuid(),
    starts_at: timestamp(start),
    ends_at: timestamp(ends_at),
    ...(reason !== undefined && { reason }),
    created_at: timestamp(now),
  };
}

/** The windows with one added; throws ValidationFailed at the limit. Drops the oldest ended ones. */
function withWindow(windows: WindowRecord[], added: WindowRecord, now: Date) {
  const isOpen = ({ ends_at }: WindowRecord) => ends_at > timestamp(now);
  if (windows.filter(isOpen).length >= MAX_OPEN) {
    const max = `A website can have at most ${MAX_OPEN} maintenance windows that have not ended`;
    throw new ValidationFailed({ starts_at: { max } });
  }
  const oldest = timestamp(new Date(now.getTime() - HISTORY_DAYS * DAY_MS));
  const ended = windows.filter((each) => !isOpen(each) && each.ends_at > oldest);
  return [...ended.slice(-(MAX_KEPT - MAX_OPEN)), ...windows.filter(isOpen), added].toSorted(
    (a, b) => (a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at)),
  );
}

/** A window as the API shows it. */
function presentWindow(
  window: WindowRecord,
  website_uuid: string,
): z.output<typeof maintenanceWindowSchema> {
  const { uuid, starts_at, ends_at, reason = null, created_at } = window;
  return { uuid, website_uuid, starts_at, ends_at, reason, created_at };
}

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
    await changeWindows({ reseller_uuid, uuid }, ({ windows }) => ({
      windows: withWindow(windows, window, now),
      also: keep(answer),
    }));
  },
});

/** Deletes a window. Failures within it so far still count neither as up nor as down. */
export const deleteMaintenanceWindow = endpoint({
  route: "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
  id: "deleteMaintenanceWindow",
  summary: "Delete a maintenance window",
  details: "You can delete a window that has begun: failures count again from now on.",
  response: () => deletedOf("Maintenance window"),
  async answer({ reseller_uuid, uuid, event }) {
    const window_uuid = pathUuid(event, "maintenance_window_uuid");
    await changeWindows({ reseller_uuid, uuid }, ({ windows }) => {
      const others = windows.filter((each) => each.uuid !== window_uuid);
      if (others.length === windows.length) throw new RecordNotFound("maintenance_windows");
      return { windows: others };
    });
    return deleted("Maintenance window");
  },
});

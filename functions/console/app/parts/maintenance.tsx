import { useRef, useState } from "preact/hooks";
import type { Result } from "reseller-website-monitoring-client";
import { useConsole } from "../answers.ts";
import { inUtc, showHost } from "../format.ts";
import { localTime, timesOf } from "../rules.ts";
import { DialogButton } from "./buttons.tsx";

const presets = { hour: "Now, 1 hour", tonight: "Tonight, 22–24", choose: "Choose" } as const;

const HOUR_MS = 3_600_000;
/** A repeat within this time has the same idempotency key: websites that have the window already get no second one. */
const REPEATED_MS = 5 * 60_000;

interface MaintenanceDialogProps {
  websites: readonly { uuid: string; hostname: string }[];
}

/** A button that plans the same maintenance for some websites: a usual time, or one that is chosen. */
export function MaintenanceDialog({ websites }: MaintenanceDialogProps) {
  const { client } = useConsole();
  const [preset, setPreset] = useState("hour");
  const attempt = useRef({ key: "", values: "", now: 0 });
  const plan = async (values: Record<string, string>) => {
    const { starts_at, ends_at, reason } = values;
    const sent = { values: JSON.stringify(values), now: Date.now() };
    const { now: before } = attempt.current;
    if (attempt.current.values !== sent.values || sent.now - before > REPEATED_MS)
      attempt.current = { key: crypto.randomUUID(), ...sent };
    const { key, now } = attempt.current;
    const times =
      preset === "choose"
        ? { starts_at: inUtc(starts_at), ends_at: inUtc(ends_at) }
        : timesOf(preset, now);
    const body = { ...times, ...(reason && { reason }) };
    let result: Result<unknown> = { data: undefined };
    for (const { uuid } of websites) {
      const params = { path: { website_uuid: uuid } };
      const route = "/v1/websites/{website_uuid}/maintenance-windows";
      const headers = { "idempotency-key": key };
      result = await client.POST(route, { params, body, headers });
      if (result.error) return result;
    }
    attempt.current.values = "";
    return result;
  };
  const [first] = websites;
  const names =
    websites.length === 1 && first ? showHost(first.hostname) : `${websites.length} websites`;
  const time = { type: "datetime-local" } as const;
  const begin = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return (
    <DialogButton
      label="Maintenance"
      title="Plan a maintenance"
      question={`${names}: no alert is sent, and the time counts neither as up nor as down.`}
      submit="Plan it"
      done="Planned"
      fields={[
        {
          ...{ name: "when", label: "When", value: preset, options: Object.entries(presets) },
          onInput: setPreset,
        },
        ...(preset === "choose"
          ? ([
              { ...time, name: "starts_at", label: "Begins", value: localTime(begin) },
              { ...time, name: "ends_at", label: "Ends", value: localTime(begin + HOUR_MS) },
            ] as const)
          : []),
        { name: "reason", label: "Reason", isOptional: true },
      ]}
      send={plan}
    />
  );
}

import type { Uptime } from "reseller-website-monitoring-client";
import { showDuration } from "../format.ts";
import { t } from "../texts.ts";
import { Advice, Cause } from "./state.tsx";

interface DowntimeCellsProps {
  downtime: Pick<Uptime["downtimes"][number], "cause" | "technical" | "duration_seconds">;
}

/** How long a downtime lasted, why, and what the owner should do. */
export function DowntimeCells({ downtime }: DowntimeCellsProps) {
  const { duration_seconds } = downtime;
  return (
    <>
      <td class="time" data-label={t("duration")}>
        {duration_seconds === null ? t("ongoing") : showDuration(duration_seconds)}
      </td>
      <td data-label={t("cause")}>
        <Cause downtime={downtime} />
        <br />
        <Advice downtime={downtime} />
      </td>
    </>
  );
}

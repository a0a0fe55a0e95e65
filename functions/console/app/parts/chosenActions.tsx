import type { AccountWebsite, ApiError, Result } from "reseller-website-monitoring-client";
import { useConsole } from "../context.ts";
import { showHost } from "../format.ts";
import { ofEach } from "../ofEach.ts";
import { ActionButton } from "./actionButton.tsx";
import { CopyButton } from "./copyButton.tsx";
import type { Selection } from "./list.tsx";
import { MaintenanceDialog } from "./maintenance.tsx";
import { newSlug, usualDays } from "./shares.tsx";

interface ChosenActionsProps {
  websites: AccountWebsite[];
  selection: Selection;
}

/** What can be done for the chosen websites at once, in a bar above the bottom of the window. */
export function ChosenActions({ websites, selection }: ChosenActionsProps) {
  const { client } = useConsole();
  const chosen = websites.filter(({ uuid }) => selection.chosen.has(uuid));
  if (chosen.length === 0) return null;
  const audit = async (): Promise<Result<unknown>> => {
    const results = await ofEach(chosen, ({ uuid }) =>
      client.POST("/v1/websites/{website_uuid}/audit", {
        params: { path: { website_uuid: uuid } },
      }),
    );
    return results.find(({ error }) => error) ?? { data: results };
  };
  const shareReports = async (): Promise<string | ApiError> => {
    const links = await ofEach(chosen, async ({ uuid, hostname, created_at }) => {
      const days = usualDays(created_at, "UTC");
      const body = { website_uuid: uuid, kind: "report", slug: newSlug(), ...days } as const;
      const { data, error } = await client.POST("/v1/shares", { body });
      return error ?? `${showHost(hostname)} ${data.data.url}`;
    });
    return links.find((link) => typeof link !== "string") ?? links.join("\n");
  };
  return (
    <section class="chosen-bar" aria-label="Chosen websites">
      <strong>{chosen.length} selected</strong>
      <MaintenanceDialog websites={chosen} />
      <ActionButton label="Audit now" done="Audits begin within minutes" send={audit} />
      <CopyButton label="Copy report links" text={shareReports} />
      <button type="button" onClick={() => selection.choose(new Set())}>
        Clear
      </button>
    </section>
  );
}

import { useRef, useState } from "preact/hooks";
import type { AccountWebsite, ApiError, Result } from "reseller-website-monitoring-client";
import { tellChange } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost } from "../format.ts";
import { ofEach } from "../ofEach.ts";
import type { Selection } from "./list.tsx";
import { MaintenanceDialog } from "./maintenance.tsx";
import { daysOf } from "./reportDays.tsx";
import { explain } from "./shown.tsx";

/** What can be done for the chosen websites at once, in a bar above the bottom of the window. */
export function ChosenActions({ websites, selection }: ChosenActionsProps) {
  const { client } = useConsole();
  const [outcome, setOutcome] = useState<Outcome>();
  const chosen = websites.filter(({ uuid }) => selection.chosen.has(uuid));
  if (chosen.length === 0) return null;
  const audit = async () => {
    setOutcome({ text: "Asking for audits …" });
    const results = await ofEach(chosen, ({ uuid }) =>
      client.POST("/v1/websites/{website_uuid}/audit", {
        params: { path: { website_uuid: uuid } },
      }),
    );
    setOutcome(outcomeOf(results, "audits begin within minutes"));
    tellChange();
  };
  return (
    <section class="chosen-bar" aria-label="Chosen websites">
      <strong>{chosen.length} selected</strong>
      <MaintenanceDialog websites={chosen} />
      <button type="button" onClick={audit}>
        Audit now
      </button>
      <Reports websites={chosen} />
      <button type="button" onClick={() => selection.choose(new Set())}>
        Clear
      </button>
      <Told outcome={outcome} />
    </section>
  );
}

interface ChosenActionsProps {
  websites: AccountWebsite[];
  selection: Selection;
}

interface Outcome {
  text: string;
  error?: ApiError | undefined;
}

function outcomeOf(results: Result<unknown>[], text: string): Outcome {
  const count = results.filter(({ error }) => !error).length;
  const { error } = results.find((result) => result.error) ?? {};
  return { text: `${count} of ${results.length} ${text}.`, error };
}

function Told({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <>
      <span role="status">{outcome?.text}</span>
      <span role="alert" class="bad">
        {outcome?.error && explain(outcome.error)}
      </span>
    </>
  );
}

const periods = [
  { id: "lastMonth", text: "Last month" },
  { id: "thisMonth", text: "This month" },
  { id: "lastDays", text: "Last 7 days" },
] as const;

/** Makes a link to a report for each website, and shows them to be copied. */
function Reports({ websites }: { websites: AccountWebsite[] }) {
  const { client } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const [links, setLinks] = useState<string[]>([]);
  const [isCopied, setCopied] = useState(false);
  const make = async (period: (typeof periods)[number]) => {
    setOutcome({ text: "Making the reports …" });
    const results = await ofEach(websites, async ({ uuid, hostname }) => {
      const body = { website_uuid: uuid, kind: "report", ...daysOf(period.id, "UTC") } as const;
      const result = await client.POST("/v1/shares", { body });
      if (result.data)
        setLinks((last) => [...last, `${showHost(hostname)} ${result.data.data.url}`]);
      return result;
    });
    setOutcome(outcomeOf(results, "reports can be opened by everybody who has the link"));
  };
  const close = () => dialog.current?.close();
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Reports
      </button>
      <dialog
        ref={dialog}
        aria-label="Share reports"
        onClose={() => {
          setOutcome(undefined);
          setLinks([]);
          setCopied(false);
        }}
      >
        <h2>Share reports</h2>
        <p>A link to a report for each of the {websites.length} websites, for your customers.</p>
        {!outcome && (
          <p class="actions">
            {periods.map((period) => (
              <button key={period.id} type="button" onClick={() => make(period)}>
                {period.text}
              </button>
            ))}
          </p>
        )}
        <p>
          <Told outcome={outcome} />
        </p>
        {links.length > 0 && (
          <textarea readOnly aria-label="Links" rows={8} value={links.join("\n")} />
        )}
        <p class="actions">
          {links.length > 0 && (
            <button
              type="button"
              class="primary"
              onClick={() =>
                navigator.clipboard?.writeText(links.join("\n")).then(() => setCopied(true))
              }
            >
              {isCopied ? "Copied" : "Copy all"}
            </button>
          )}
          <button type="button" onClick={close}>
            {links.length > 0 ? "Close" : "Cancel"}
          </button>
        </p>
      </dialog>
    </>
  );
}

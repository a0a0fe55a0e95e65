import type { Prospect, ProspectSummary } from "reseller-website-monitoring-client";
import { useConsole, useGet, useRefresh } from "../answers.ts";
import { knownOr, plural, showDayOf, showHost, showLanguages, showNumber } from "../format.ts";
import { CopyButton, DialogButton, Menu } from "../parts/buttons.tsx";
import { CheckAny } from "../parts/checkAny.tsx";
import { Kinds } from "../parts/findings.tsx";
import { type Column, cursorOf, List, RowLink, timeColumn } from "../parts/list.tsx";
import { Shown } from "../parts/shown.tsx";
import { findingsColumn } from "../parts/websiteColumns.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../tab.ts";
import { BusinessScreen } from "./customer.tsx";

const columns: Column<ProspectSummary>[] = [
  {
    id: "hostname",
    head: "Website",
    cell: ({ uuid, hostname }) => <RowLink path={`prospects/${uuid}`} name={showHost(hostname)} />,
  },
  {
    id: "state",
    head: "State",
    cell: (prospect) => {
      const { sign, word } = prospectStates[stateOf(prospect)];
      return `${sign} ${word}`;
    },
  },
  findingsColumn,
  timeColumn("expires", "Kept until", ({ expires_at }) => expires_at),
];

/** The websites that were checked without a customer in the last seven days, newest first. */
export function ProspectsScreen({ place }: ScreenProps) {
  const query = cursorOf(place);
  const { data } = useGet("/v1/prospects", { query });
  return (
    <>
      <h1>Prospects</h1>
      <CheckAny isPrimary />
      <List
        label="prospects"
        {...{ columns, place }}
        page={data}
        empty={<p>No website was checked in the last seven days.</p>}
      />
    </>
  );
}

/** How often a running audit is asked for its progress. */
const PROGRESS_MS = 1000;

const prospectStates = {
  running: { sign: "○", word: "being read" },
  done: { sign: "✓", word: "read" },
  failed: { sign: "✕", word: "could not be read" },
} as const;

/** A state that is newer than the console counts as running. */
const stateOf = ({ state }: Pick<Prospect, "state">) => knownOr(prospectStates, state, "running");

/** A website that was checked without a customer: its audit as it runs, its findings, and the page to send. */
export function ProspectScreen({ place }: ScreenProps) {
  const [, prospect_uuid = ""] = place.path;
  const answer = useGet("/v1/prospects/{prospect_uuid}", { path: { prospect_uuid } });
  useRefresh(answer.data?.data.state === "running" ? PROGRESS_MS : undefined);
  // The business that it became has its uuid.
  if (answer.error?.kind === "not_found") return <BusinessScreen place={place} kind="prospect" />;
  return <Shown answer={answer}>{({ data }) => <ProspectPage prospect={data} />}</Shown>;
}

function ProspectPage({ prospect }: { prospect: Prospect }) {
  const { client, account } = useConsole();
  const { uuid, hostname, pages_read, expires_at, share, findings } = prospect;
  const state = stateOf(prospect);
  const host = showHost(hostname);
  const path = { prospect_uuid: uuid };
  useTitle(host, prospectStates[state]);
  const isReadOnly = account.api_key.is_read_only;
  const pages = plural(pages_read, "page");
  return (
    <>
      <a href={linkTo("prospects")}>← Prospects</a>
      <div class="headline">
        <h1>
          <bdi>{host}</bdi>
        </h1>
        <Menu label="More actions">
          <DialogButton
            label="Delete"
            title="Delete this prospect"
            question={`${host} is deleted with its findings and its page. It can’t be restored.`}
            isDangerous
            send={() => client.DELETE("/v1/prospects/{prospect_uuid}", { params: { path } })}
            leaveFor={linkTo("prospects")}
          />
        </Menu>
      </div>
      <p role="status" class={state === "failed" ? "bad" : undefined}>
        {state === "running" && `The website is being read: ${pages} so far.`}
        {state === "done" &&
          `${pages} read, ${plural(findings.length, "finding").replace(/^0/, "no")}.`}
        {state === "failed" && prospect.unchecked.unreadable?.title}
      </p>
      {state === "failed" && <p>{prospect.unchecked.unreadable?.what_to_do}</p>}
      {state !== "running" && (
        <div class="actions">
          {!isReadOnly && (
            <CopyButton label="Copy link" isPrimary={state === "done"} text={() => share.url} />
          )}
          <a class="button" href={share.url} target="_blank" rel="noreferrer">
            Open the page<span aria-hidden="true">&nbsp;↗</span>
          </a>
          {!isReadOnly && (
            <a class="button" href={linkTo("add", { prospect: uuid })}>
              Make a customer of it
            </a>
          )}
        </div>
      )}
      <p class="soft">
        Anyone who has the link can read the page, which is in your name, until{" "}
        {showDayOf(expires_at)}. If you make a customer of the website, the page stays.
      </p>
      {state !== "running" && <Findings prospect={prospect} />}
    </>
  );
}

function Findings({ prospect: { findings, unchecked, state } }: { prospect: Prospect }) {
  const { parts, unsupported_languages: languages } = unchecked;
  return (
    <section id="findings">
      {findings.length > 0 && (
        <>
          <h2>Findings</h2>
          <Kinds findings={findings} />
        </>
      )}
      {findings.length === 0 && state === "done" && <p>There are no findings.</p>}
      {(parts.length > 0 || languages.length > 0) && (
        <>
          <h2>Not checked</h2>
          <ul>
            {parts.map(({ what, reason, count }) => (
              <li key={`${what} ${reason}`}>
                {what.replaceAll("_", " ")} ({reason.replaceAll("_", " ")}): {showNumber(count)}
              </li>
            ))}
            {languages.length > 0 && <li>Spelling in {showLanguages(languages)}</li>}
          </ul>
        </>
      )}
    </section>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import type {
  Client,
  Finding,
  Prospect,
  Result,
  WebsiteDetails,
} from "reseller-website-monitoring-client";
import { worstFirst } from "../../../../shared/vocabulary/severity.ts";
import { type Answer, tellChange, useConsole } from "../answers.ts";
import { joined, knownOr, plural, showDayOf, showNumber } from "../format.ts";
import type { Place } from "../place.ts";
import { titleOf } from "../rules.ts";
import { ActionButton } from "./buttons.tsx";
import { Box, type Selection } from "./list.tsx";
import { Fold, Shown } from "./shown.tsx";
import { Tabs } from "./tabs.tsx";

const statuses = { open: "Open", ignored: "Ignored", resolved: "Resolved" } as const;
export type Status = keyof typeof statuses;

export const severities = {
  error: { word: "Serious", sign: "✕", tone: "bad" },
  warning: { word: "Important", sign: "!", tone: "warn" },
  info: { word: "Minor", sign: "·", tone: "soft" },
} as const;
type Severity = keyof typeof severities;

/** A severity that is newer than the console counts as minor. */
export const severityOf = ({ severity }: Pick<ShownFinding, "severity">): Severity =>
  knownOr(severities, severity, "info");

/** The findings that the address asks for: open ones, if it does not say. */
export const statusIn = ({ query }: Place): Status =>
  knownOr(statuses, query.get("status"), "open");

/** Whose website it is. */
type Customer = Pick<WebsiteDetails, "business_uuid" | "business_name">;

interface FindingsProps {
  answer: Answer<Finding[]>;
  /** The text for an empty list. */
  empty: string;
  place: Place;
  website: Customer;
}

/** The findings of a website by kind, the worst first; several can be ignored at once. */
export function Findings({ answer, empty, place, website }: FindingsProps) {
  const { account } = useConsole();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const status = statusIn(place);
  const severity = knownOr(severities, place.query.get("severity"), undefined);
  const all = answer.data ?? [];
  const shown = all.filter((each) => !severity || severityOf(each) === severity);
  const isChangeable = status !== "resolved" && !account.api_key.is_read_only;
  return (
    <section id="findings">
      <h2>Findings</h2>
      <div class="headline">
        <Tabs
          {...{ label: "Status", name: "status", current: status, place }}
          tabs={Object.entries(statuses).map(([value, text]) => ({ value, text }))}
        />
        <Tabs
          {...{ label: "Severity", name: "severity", current: severity, place }}
          tabs={severityTabs(all, severity)}
        />
      </div>
      <Changed
        chosen={all.filter(({ uuid }) => chosen.has(uuid))}
        status={status}
        website={website}
        clear={setChosen}
      />
      <Shown answer={answer}>
        {() =>
          shown.length === 0 ? (
            <p>{severity ? "None of this severity." : empty}</p>
          ) : (
            <Kinds
              findings={shown}
              choice={isChangeable ? { chosen, choose: setChosen } : undefined}
            />
          )
        }
      </Shown>
    </section>
  );
}

/** Filters by severity with their counts. Severities that no finding has are left out. */
const severityTabs = (findings: Finding[], current: Severity | undefined) => [
  { text: `All ${showNumber(findings.length)}` },
  ...(Object.keys(severities) as Severity[])
    .map((value) => ({ value, of: findings.filter((each) => severityOf(each) === value) }))
    .filter(({ value, of }) => of.length > 0 || value === current)
    .map(({ value, of }) => ({
      value,
      text: `${severities[value].word} ${showNumber(of.length)}`,
      tone: severities[value].tone,
    })),
];

/** What is shown of a finding. That of a prospect has no note. */
type ShownFinding = Prospect["findings"][number] & { note?: string | null };

interface KindsProps {
  findings: ShownFinding[];
  choice?: Selection | undefined;
}

/** Findings by their code, the kind with the worst one first. */
export function Kinds({ findings, choice }: KindsProps) {
  const kinds = Map.groupBy(findings.toSorted(worstFirst), ({ code }) => code);
  return (
    <ul class="kinds">
      {[...kinds].map(([code, each]) => (
        <Kind key={code} findings={each} choice={choice} />
      ))}
    </ul>
  );
}

function Kind({ findings, choice }: KindsProps) {
  const [first] = findings;
  if (!first) return null;
  const origin = URL.parse(first.pages[0] ?? "")?.origin;
  const title = origin ? titleOf(findings).replaceAll(origin, "") : titleOf(findings);
  const { sign, word, tone } = severities[severityOf(first)];
  const todos = new Set(findings.map(({ what_to_do }) => what_to_do));
  const oldest = findings.map(({ first_seen_at }) => first_seen_at).toSorted()[0] ?? "";
  return (
    <li>
      {choice && <Box of={findings} label={title} selection={choice} />}
      <Fold
        name={first.code}
        summary={
          <>
            <span class={`sign ${tone}`} role="img" aria-label={word}>
              {sign}
            </span>{" "}
            <bdi>{title}</bdi>{" "}
            <span class="soft">
              {findings.length > 1 && `${showNumber(findings.length)} times, `}since{" "}
              {showDayOf(oldest)}
            </span>
          </>
        }
      >
        <p>
          {first.why} {todos.size === 1 && first.what_to_do}
        </p>
        <ul>
          {findings.map((each) => (
            <li key={each.uuid}>
              {choice && findings.length > 1 && (
                <Box of={[each]} label={each.title} selection={choice} />
              )}
              <div>
                <Subject finding={each} isAlone={findings.length === 1} />
                <Pages finding={each} />
                {each.note && (
                  <p class="soft">
                    Note: <bdi>{each.note}</bdi>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Fold>
    </li>
  );
}

/** What is at fault: a word in its sentence, a link with its text; nothing that the title of the kind has said. */
function Subject({ finding, isAlone }: { finding: ShownFinding; isAlone: boolean }) {
  const { subject, detail } = finding;
  const text = (name: string) => {
    const value = detail[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [suggestion, sentence, linked] = [text("suggestion"), text("sentence"), text("text")];
  if (suggestion)
    return (
      <span>
        <bdi>
          “{subject}” → <b>{suggestion}</b>
        </bdi>
        {sentence && <bdi class="soft"> “{sentence}”</bdi>}{" "}
      </span>
    );
  // The title of the only one has it.
  if (isAlone && !text("reason")) return null;
  return (
    <span>
      <Outside url={subject || finding.title} />{" "}
      <span class="soft">
        {joined(", ", text("reason")?.replaceAll("_", " "), text("technical"))}
      </span>{" "}
      {linked && <bdi>“{linked}” </bdi>}
    </span>
  );
}

function Pages({ finding: { pages, pages_count } }: { finding: ShownFinding }) {
  if (pages.length === 0) return null;
  const more = pages_count - pages.length;
  return (
    <span class="actions">
      <span class="soft">on </span>
      {pages.map((each) => (
        <Outside key={each} url={each} isPath />
      ))}
      {more > 0 && <span class="soft">and {showNumber(more)} more</span>}
    </span>
  );
}

/** A link to a page of somebody's website, in a new tab; anything but the web is plain text. */
function Outside({ url, isPath }: { url: string; isPath?: boolean }) {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return <bdi>{url}</bdi>;
  const shown = isPath ? parsed.pathname + parsed.search : url.replace(/^https?:\/\//, "");
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <bdi>{shown}</bdi>
      <span aria-hidden="true">&nbsp;↗</span>
    </a>
  );
}

interface ChangedProps {
  chosen: Finding[];
  status: Status;
  website: Customer;
  clear(chosen: ReadonlySet<string>): void;
}

/** What is done with the chosen findings, and what was done last. */
function Changed({ chosen, status, website, clear }: ChangedProps) {
  const { client, account } = useConsole();
  const [last, setLast] = useState<{ text: string }>();
  const [note, setNote] = useState("");
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (last) line.current?.focus();
  }, [last]);
  if (account.api_key.is_read_only) return null;
  const business = website.business_name ?? "this business";
  const isOpen = status === "open";
  /** `areKnown`: their words become known, too. */
  const change = async (areKnown = false) => {
    let result: Result<unknown> = { data: undefined };
    if (areKnown) {
      const words = chosen.map(({ subject }) => subject);
      result = await changeKnownWords(client, website.business_uuid, (before) => [
        ...new Set([...before, ...words]),
      ]);
      if (result.error) return result;
    }
    let count = 0;
    // They share a record: at once, all but one would have to be repeated.
    for (const { uuid } of chosen) {
      const body = isOpen
        ? { status: "ignored" as const, ...(note && { note }) }
        : { status: "open" as const };
      const params = { path: { finding_uuid: uuid } };
      result = await client.PATCH("/v1/findings/{finding_uuid}", { params, body });
      if (result.error) break;
      count += 1;
    }
    if (count > 0) {
      const since = areKnown
        ? `Audits of all websites of ${business} now accept these words.`
        : "Later audits do not reopen what is ignored.";
      const text = `${plural(count, "finding")} ${isOpen ? `ignored. ${since}` : "open again."}`;
      setLast({ text });
      clear(new Set());
      tellChange();
    }
    return result;
  };
  return (
    <>
      <p role="status" class={last && "success"} tabIndex={-1} ref={line}>
        {last?.text}
      </p>
      {chosen.length > 0 && (
        <div class="actions chosen-bar">
          <span>{showNumber(chosen.length)} selected</span>
          {isOpen && (
            <input
              aria-label="Note, optional"
              placeholder="Note (optional)"
              value={note}
              onInput={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
          <ActionButton label={isOpen ? "Ignore" : "Open again"} send={() => change()} />
          {isOpen && chosen.every(({ type }) => type === "spelling") && (
            <ActionButton label={`Known word for ${business}`} send={() => change(true)} />
          )}
        </div>
      )}
    </>
  );
}

/** Changes the words that are known on all websites of a business. */
async function changeKnownWords(
  client: Client,
  business_uuid: string,
  change: (words: string[]) => string[],
): Promise<Result<unknown>> {
  const params = { path: { business_uuid } };
  const current = await client.GET("/v1/businesses/{business_uuid}/known-words", { params });
  if (current.error) return current;
  const body = { words: change(current.data.data.words) };
  return await client.PATCH("/v1/businesses/{business_uuid}/known-words", { params, body });
}

/** Makes a word unknown again, and opens the findings that were ignored with it. */
export async function forgetWord(client: Client, business_uuid: string, word: string) {
  const query = { businessUuid: business_uuid, status: "ignored" } as const;
  for await (const { uuid, type, subject } of client.items("/v1/findings", { params: { query } })) {
    if (type !== "spelling" || subject !== word) continue;
    const params = { path: { finding_uuid: uuid } };
    const result = await client.PATCH("/v1/findings/{finding_uuid}", {
      ...{ params, body: { status: "open" } },
    });
    if (result.error) return result;
  }
  return await changeKnownWords(client, business_uuid, (words) =>
    words.filter((each) => each !== word),
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import { type Finding, orThrow, type Result } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { linkTo, type Place } from "../place.ts";
import { t, tellWord } from "../texts.ts";
import { readWorstFirst } from "../worstFirst.ts";
import { ActionButton } from "./actionButton.tsx";
import { DialogButton } from "./dialogButton.tsx";
import { Pager, pageOf } from "./pager.tsx";
import { Shown } from "./shown.tsx";

const statuses = { open: "openState", ignored: "ignored", resolved: "resolved" } as const;

type Status = keyof typeof statuses;

interface FindingsProps {
  website_uuid: string;
  /** Whether an audit has looked for findings; undefined until that is known. */
  isAudited: boolean | undefined;
  place: Place;
}

/** The findings of a website in one state, the worst first, each with why it matters and what to do. */
export function Findings({ website_uuid, isAudited, place }: FindingsProps) {
  const { client } = useConsole();
  const asked = place.query.get("status") ?? "";
  const status: Status = Object.hasOwn(statuses, asked) ? (asked as Status) : "open";
  const page = pageOf(place);
  const shown = { websiteUuid: website_uuid, status, language: "en" as const };
  const answer = useAnswer(`findings ${page} ${JSON.stringify(shown)}`, async (signal) => ({
    data: await readWorstFirst(page, (query) =>
      orThrow(client.GET("/v1/findings", { params: { query: { ...shown, ...query } }, signal })),
    ),
  }));
  const [changed, setChanged] = useState<Finding>();
  const change: Change = async (finding_uuid, body) => {
    const params = { path: { finding_uuid }, query: { language: "en" as const } };
    const result = await client.PATCH("/v1/findings/{finding_uuid}", { params, body });
    if (result.data) setChanged(result.data.data);
    return result;
  };
  return (
    <section>
      <h2>{t("findings")}</h2>
      <nav class="tabs" aria-label={t("findings")}>
        {(Object.keys(statuses) as Status[]).map((each) => (
          <a
            key={each}
            href={linkTo(place.path.join("/"), { status: each })}
            aria-current={each === status ? "true" : undefined}
          >
            {t(statuses[each])}
          </a>
        ))}
      </nav>
      <Changed finding={changed} change={change} />
      <Shown answer={answer}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && isAudited !== undefined && (
              <p>{t(isAudited ? "noFindings" : "notAudited")}</p>
            )}
            <ul class="cards">
              {data.map((finding) => (
                <FindingCard key={finding.uuid} finding={finding} change={change} />
              ))}
            </ul>
            <Pager meta={meta} place={place} />
          </>
        )}
      </Shown>
    </section>
  );
}

/** What was changed last, with a button that takes it back. The focus moves here, as the changed finding leaves its list. */
function Changed({ finding, change }: { finding: Finding | undefined; change: Change }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (finding) line.current?.focus();
  }, [finding]);
  const isIgnored = finding?.status === "ignored";
  return (
    <p role="status" class={finding && "made"} tabIndex={-1} ref={line}>
      {finding && (
        <>
          {t(isIgnored ? "nowIgnored" : "nowOpen", { title: finding.title })}{" "}
          {isIgnored && (
            <ActionButton label={t("undo")} send={() => change(finding.uuid, { status: "open" })} />
          )}
        </>
      )}
    </p>
  );
}

type Change = (
  uuid: string,
  body: { status: "open" | "ignored"; note?: string },
) => Promise<Result<{ data: Finding }>>;

function FindingCard({ finding, change }: { finding: Finding; change: Change }) {
  const { uuid, severity, title, why, what_to_do, pages, note, status } = finding;
  return (
    <li>
      <details open={severity === "error"}>
        <summary>
          <span class={`badge ${severity}`}>{tellWord(severity)}</span> <bdi>{title}</bdi>
        </summary>
        <p>{why}</p>
        <p>
          <strong>{t("whatToDo")}:</strong> {what_to_do}
        </p>
        {pages.length > 0 && (
          <p>
            <strong>{t("pages")}:</strong>{" "}
            {pages.map((each) => (
              <code key={each}>{each} </code>
            ))}
          </p>
        )}
        {note !== null && (
          <p>
            <strong>{t("note")}:</strong> <bdi>{note}</bdi>
          </p>
        )}
        <p class="soft">{t("firstSeen", { time: showTime(finding.first_seen_at) })}</p>
        {status === "open" && (
          <DialogButton
            label={t("ignore")}
            question={t("ignoreQuestion")}
            fields={[{ name: "note", label: t("note"), isOptional: true }]}
            send={({ note }) => change(uuid, { status: "ignored", ...(note && { note }) })}
          />
        )}
        {status === "ignored" && (
          <ActionButton label={t("openAgain")} send={() => change(uuid, { status: "open" })} />
        )}
      </details>
    </li>
  );
}

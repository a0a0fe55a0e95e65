import type { Finding } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { linkTo, type Place } from "../place.ts";
import { DialogButton } from "./dialogButton.tsx";
import { Pager, pageOf } from "./pager.tsx";
import { Shown } from "./shown.tsx";

const PER_PAGE = 100;
const severities: readonly string[] = ["error", "warning", "info"];
const statuses = { open: "openState", ignored: "ignored", resolved: "resolved" } as const;

type Status = keyof typeof statuses;

interface FindingsProps {
  website_uuid: string;
  /** Whether an audit has looked for findings. */
  isAudited: boolean;
  place: Place;
}

/** The findings of a website in one state, the worst first, each with why it matters and what to do. */
export function Findings({ website_uuid, isAudited, place }: FindingsProps) {
  const { client, t, language } = useConsole();
  const asked = place.query.get("status") ?? "";
  const status: Status = Object.hasOwn(statuses, asked) ? (asked as Status) : "open";
  const page = pageOf(place);
  const answer = useAnswer(`findings ${website_uuid} ${status} ${page} ${language}`, (signal) =>
    client.GET("/v1/findings", {
      params: {
        query: { websiteUuid: website_uuid, status, language, page, per_page: PER_PAGE },
      },
      signal,
    }),
  );
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
      <Shown answer={answer}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <p>{t(isAudited ? "noFindings" : "notAudited")}</p>}
            <ul class="cards">
              {data.toSorted(worstFirst).map((finding) => (
                <FindingCard key={finding.uuid} finding={finding} />
              ))}
            </ul>
            <Pager meta={meta} place={place} />
          </>
        )}
      </Shown>
    </section>
  );
}

function worstFirst(one: Finding, other: Finding): number {
  return severities.indexOf(one.severity) - severities.indexOf(other.severity);
}

function FindingCard({ finding }: { finding: Finding }) {
  const { client, t, language } = useConsole();
  const { uuid, severity, title, why, what_to_do, pages, note, status } = finding;
  const path = { finding_uuid: uuid };
  const change = (body: { status: "open" | "ignored"; note?: string }) =>
    client.PATCH("/v1/findings/{finding_uuid}", { params: { path }, body });
  return (
    <li>
      <details open={severity === "error"}>
        <summary>
          <span class={`badge ${severity}`}>{t(severity)}</span> <bdi>{title}</bdi>
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
        <p class="soft">{t("firstSeen", { time: showTime(finding.first_seen_at, language) })}</p>
        {status === "open" && (
          <DialogButton
            label={t("ignore")}
            question={t("ignoreQuestion")}
            fields={[{ name: "note", label: t("note"), isOptional: true }]}
            send={({ note }) => change({ status: "ignored", ...(note && { note }) })}
          />
        )}
        {status === "ignored" && (
          <DialogButton
            label={t("openAgain")}
            question={title}
            send={() => change({ status: "open" })}
          />
        )}
      </details>
    </li>
  );
}

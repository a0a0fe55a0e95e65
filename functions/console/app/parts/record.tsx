import type { ComponentChildren } from "preact";
import type { AuditLogEntry } from "reseller-website-monitoring-client";
import { type Answer, useConsole, useGet } from "../answers.ts";
import { secondsSince, showAgeOf, showHost, showWhen } from "../format.ts";
import { linkTo } from "../place.ts";
import { useTitle } from "../tab.ts";
import { ActionButton } from "./buttons.tsx";
import { Shown } from "./shown.tsx";

/** What a record is called, and the list that it is in. */
const kinds = {
  website: { word: "website", list: "websites" },
  business: { word: "business", list: "customers" },
  user: { word: "customer", list: "customers" },
  webhook: { word: "webhook", list: "webhooks" },
  prospect: { word: "prospect", list: "prospects" },
} as const;

interface RecordProps<Data> {
  kind: keyof typeof kinds;
  uuid: string;
  answer: Answer<Data>;
  children(data: Data): ComponentChildren;
}

/** A record, or what became of it: deleted, when, by whom and restorable, or never there. */
export function OfRecord<Data>({ kind, uuid, answer, children }: RecordProps<Data>) {
  if (answer.error?.kind === "not_found") return <MissingRecord kind={kind} uuid={uuid} />;
  return <Shown answer={answer}>{children}</Shown>;
}

/** What became of a record that is not there. */
export function MissingRecord({ kind, uuid }: Pick<RecordProps<unknown>, "kind" | "uuid">) {
  const { word, list } = kinds[kind];
  const answer = useGet("/v1/account/audit-log", { query: { record: uuid, per_page: 1 } });
  return (
    <Shown answer={answer}>
      {({ data: [last] }) => (
        <>
          {last?.action === `${kind}.deleted` ? (
            <Deleted kind={kind} uuid={uuid} last={last} />
          ) : (
            <>
              <h1>There is no such {word}</h1>
              <p>
                The address may be mistyped, or the {word} was deleted and can no longer be
                restored.
              </p>
            </>
          )}
          <p>
            <a href={linkTo(list)}>All {list}</a>
          </p>
        </>
      )}
    </Shown>
  );
}

const RESTORABLE_SECONDS = 7 * 24 * 3600;

/** What a record may have been deleted with: its word, and where its page is. */
const owners: Record<string, [word: string, place: string] | undefined> = {
  ...{ user: ["customer", "customers"], business: ["business", "businesses"] },
};

interface DeletedProps {
  kind: keyof typeof kinds;
  uuid: string;
  last: AuditLogEntry;
}

function Deleted({ kind, uuid, last: { created_at, actor, cause } }: DeletedProps) {
  const { word } = kinds[kind];
  const deleted = useGet("/v1/account/deleted", { query: { per_page: 100 } });
  const name = deleted.data?.data.find((each) => each.uuid === uuid)?.name;
  const ago = `${showAgeOf(created_at)} ago`;
  useTitle(name ? showHost(name) : `A ${word}`, { sign: "✕", word: "deleted" });
  const owner = cause && owners[cause.type];
  const isRestorable =
    kind !== "prospect" && !owner && secondsSince(created_at) < RESTORABLE_SECONDS;
  return (
    <>
      <h1>
        {name ? <bdi>{showHost(name)}</bdi> : `This ${word}`} was deleted {ago}
      </h1>
      <p>
        {actor.type === "key" ? <>By the key {<bdi>{actor.name}</bdi>}</> : `By the ${actor.type}`}
        {`, ${showWhen(created_at)}. `}
        {isRestorable && "It can be restored with its history for seven days."}
      </p>
      {owner && cause && (
        <p>
          It was deleted <a href={linkTo(`${owner[1]}/${cause.uuid}`)}>with its {owner[0]}</a>, and
          is restored with it.
        </p>
      )}
      {isRestorable && <Restore uuid={uuid} isPrimary />}
    </>
  );
}

/** A button that restores a deleted record. */
export function Restore({ uuid, isPrimary }: { uuid: string; isPrimary?: boolean }) {
  const { client } = useConsole();
  const params = { path: { deletion_uuid: uuid } };
  return (
    <ActionButton
      label="Restore"
      isPrimary={isPrimary}
      send={() => client.POST("/v1/account/deleted/{deletion_uuid}/restore", { params })}
    />
  );
}

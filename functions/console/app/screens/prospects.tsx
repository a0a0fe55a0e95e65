import type { ProspectSummary } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showNumber, showWhen } from "../format.ts";
import { CheckAny } from "../parts/checkAny.tsx";
import { type Column, List } from "../parts/list.tsx";
import { cursorOf } from "../parts/pager.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";
import { prospectStates, stateOf } from "./prospect.tsx";

const columns: Column<ProspectSummary>[] = [
  {
    id: "hostname",
    head: "Website",
    cell: ({ uuid, hostname }) => (
      <a class="row" href={linkTo(`prospects/${uuid}`)}>
        <bdi>{showHost(hostname)}</bdi>
      </a>
    ),
  },
  {
    id: "state",
    head: "State",
    cell: (prospect) => {
      const { sign, word } = prospectStates[stateOf(prospect)];
      return `${sign} ${word}`;
    },
  },
  {
    id: "findings",
    head: "Findings",
    kind: "number",
    cell: ({ open_findings: { error, warning, info } }) => showNumber(error + warning + info),
  },
  {
    id: "expires",
    head: "Kept until",
    kind: "time",
    cell: ({ expires_at }) => showWhen(expires_at),
  },
];

/** The websites that were checked without a customer in the last seven days, newest first. */
export function ProspectsScreen({ place }: ScreenProps) {
  const { client, account } = useConsole();
  useTitle(`Prospects – ${account.name}`);
  const query = cursorOf(place);
  const { data } = useAnswer(`prospects ${query.cursor}`, (signal) =>
    client.GET("/v1/prospects", { params: { query }, signal }),
  );
  return (
    <>
      <h1>Prospects</h1>
      <CheckAny isPrimary />
      <List
        label="prospects"
        {...{ columns, place, rows: data?.data, meta: data?.meta }}
        empty={<p>No website was checked in the last seven days.</p>}
      />
    </>
  );
}

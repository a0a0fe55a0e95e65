import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showNumber, showWhen } from "../format.ts";
import { CheckAny } from "../parts/checkAny.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { cursorOf } from "../parts/pager.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";
import { prospectStates, stateOf } from "./prospect.tsx";

/** The websites that were checked without a customer in the last seven days, newest first. */
export function ProspectsScreen({ place }: ScreenProps) {
  const { client, account } = useConsole();
  useTitle(`Prospects – ${account.name}`);
  const query = cursorOf(place);
  const answer = useAnswer(`prospects ${query.cursor}`, (signal) =>
    client.GET("/v1/prospects", { params: { query }, signal }),
  );
  return (
    <>
      <h1>Prospects</h1>
      <CheckAny isPrimary />
      <PagedTable
        answer={answer}
        place={place}
        label="Prospects"
        head={["Website", "State", "Findings", "Kept until"]}
        empty="No website was checked in the last seven days."
      >
        {(prospect) => {
          const { sign, word } = prospectStates[stateOf(prospect)];
          const { error, warning, info } = prospect.open_findings;
          return (
            <tr key={prospect.uuid}>
              <th scope="row">
                <a class="row" href={linkTo(`prospects/${prospect.uuid}`)}>
                  <bdi>{showHost(prospect.hostname)}</bdi>
                </a>
              </th>
              <td data-label="State">
                {sign} {word}
              </td>
              <td data-label="Findings">{showNumber(error + warning + info)}</td>
              <td data-label="Kept until">{showWhen(prospect.expires_at)}</td>
            </tr>
          );
        }}
      </PagedTable>
    </>
  );
}

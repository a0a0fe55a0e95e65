import type { User } from "reseller-website-monitoring-client";
import type { Answer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import type { Page } from "../page.ts";
import type { Place } from "../place.ts";
import { Customer } from "./customer.tsx";
import { PagedTable } from "./pagedTable.tsx";

interface CustomerTableProps {
  answer: Answer<Page<User>>;
  place: Place;
  empty?: string;
}

/** A page of customers. */
export function CustomerTable({ answer, place, empty }: CustomerTableProps) {
  const { t, language } = useConsole();
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("customers")}
      head={[t("customer"), t("created")]}
      empty={empty}
    >
      {(user) => (
        <tr key={user.uuid}>
          <th scope="row">
            <Customer customer={user} />{" "}
            {user.suspended_at !== null && <span class="state paused">{t("suspended")}</span>}
          </th>
          <td class="time" data-label={t("created")}>
            {showTime(user.created_at, language)}
          </td>
        </tr>
      )}
    </PagedTable>
  );
}

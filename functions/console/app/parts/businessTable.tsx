import type { Business } from "reseller-website-monitoring-client";
import type { Answer } from "../answers.ts";
import { showTime } from "../format.ts";
import type { CursorMeta, Meta, Page } from "../page.ts";
import { linkTo, type Place } from "../place.ts";
import { t } from "../texts.ts";
import { PagedTable } from "./pagedTable.tsx";

interface BusinessTableProps {
  answer: Answer<
    Page<Pick<Business, "uuid" | "name" | "industry" | "created_at">, Meta | CursorMeta>
  >;
  place: Place;
  empty?: string;
}

/** A page of businesses. */
export function BusinessTable({ answer, place, empty }: BusinessTableProps) {
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("businesses")}
      head={[t("name"), t("industry"), t("created")]}
      empty={empty}
    >
      {({ uuid, name, industry, created_at }) => (
        <tr key={uuid}>
          <th scope="row">
            <a href={linkTo(`businesses/${uuid}`)}>
              <bdi>{name}</bdi>
            </a>
          </th>
          <td data-label={t("industry")}>
            <bdi>{industry || "–"}</bdi>
          </td>
          <td class="time" data-label={t("created")}>
            {showTime(created_at)}
          </td>
        </tr>
      )}
    </PagedTable>
  );
}

import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import type { Place } from "../place.ts";
import { DialogButton } from "./dialogButton.tsx";
import { PagedTable } from "./pagedTable.tsx";
import { pageOf } from "./pager.tsx";

const PER_PAGE = 20;

/** What was deleted and can be restored, newest first. */
export function Deleted({ place }: { place: Place }) {
  const { client, t, language } = useConsole();
  const page = pageOf(place);
  const answer = useAnswer(`deleted ${page}`, (signal) =>
    client.GET("/v1/account/deleted", { params: { query: { page, per_page: PER_PAGE } }, signal }),
  );
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("deleted")}
      head={[t("name"), t("kindOf"), t("deletedAt"), t("change")]}
    >
      {({ uuid, name, type, deleted_at }) => (
        <tr key={uuid}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td data-label={t("kindOf")}>
            <code>{type}</code>
          </td>
          <td class="time" data-label={t("deletedAt")}>
            {showTime(deleted_at, language)}
          </td>
          <td>
            <DialogButton
              label={t("restore")}
              question={t("restoreQuestion", { name })}
              send={() =>
                client.POST("/v1/account/deleted/{deletion_uuid}/restore", {
                  params: { path: { deletion_uuid: uuid } },
                })
              }
            />
          </td>
        </tr>
      )}
    </PagedTable>
  );
}

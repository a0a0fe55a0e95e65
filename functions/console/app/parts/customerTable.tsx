import { useState } from "preact/hooks";
import type { AccountWebsite, Business, User } from "reseller-website-monitoring-client";
import { type Answer, useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showNumber } from "../format.ts";
import type { Page } from "../page.ts";
import { linkTo, type Place } from "../place.ts";
import { nameOf } from "./customer.tsx";
import { PagedTable } from "./pagedTable.tsx";

const MOST_BUSINESSES = 20;

/** All records of an account, as far as they are read and not too many. */
export interface Known {
  isLarge: boolean;
  businesses: (Business & { user_uuid: string })[] | undefined;
  websites: AccountWebsite[] | undefined;
}

interface CustomerTableProps {
  answer: Answer<Page<User>>;
  known: Known;
  place: Place;
  empty?: string;
}

/** A page of customers, each with its businesses and how many websites it has. */
export function CustomerTable({ answer, known, place, empty }: CustomerTableProps) {
  const { t } = useConsole();
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("customers")}
      head={[t("name"), t("businesses"), t("websites"), t("email")]}
      empty={empty}
    >
      {(user) => <Row key={user.uuid} user={user} known={known} />}
    </PagedTable>
  );
}

function Row({ user, known }: { user: User; known: Known }) {
  const { t, language } = useConsole();
  const { uuid, email, suspended_at } = user;
  const name = nameOf(user);
  const { businesses, count, ask } = useOwn(uuid, known);
  return (
    <tr>
      <th scope="row">
        <a href={linkTo(`customers/${uuid}`)}>
          <bdi>{name}</bdi>
        </a>{" "}
        {suspended_at !== null && <span class="state paused">{t("suspended")}</span>}
      </th>
      <td data-label={t("businesses")}>
        {ask && (
          <button type="button" aria-label={`${t("show")}: ${name}`} onClick={ask}>
            {t("show")}
          </button>
        )}
        {businesses?.map((business) => (
          <a key={business.uuid} class="line" href={linkTo(`businesses/${business.uuid}`)}>
            <bdi>{business.name}</bdi>
          </a>
        ))}
      </td>
      <td class="number" data-label={t("websites")}>
        {count === undefined ? "–" : showNumber(count, language)}
      </td>
      <td data-label={t("email")}>
        <bdi>{email}</bdi>
      </td>
    </tr>
  );
}

/** A customer's businesses and number of websites: from what is known, or once somebody asks. */
function useOwn(user_uuid: string, known: Known) {
  const { client } = useConsole();
  const [isAsked, setAsked] = useState(false);
  const query = { userUuid: user_uuid, per_page: MOST_BUSINESSES };
  const businesses = useAnswer(isAsked ? `businesses of ${user_uuid}` : undefined, (signal) =>
    client.GET("/v1/account/businesses", { params: { query }, signal }),
  );
  const websites = useAnswer(isAsked ? `number of ${user_uuid}` : undefined, (signal) =>
    client.GET("/v1/account/websites", { params: { query: { ...query, per_page: 1 } }, signal }),
  );
  const isOwn = (each: { user_uuid: string | null }) => each.user_uuid === user_uuid;
  return {
    businesses: known.businesses?.filter(isOwn) ?? businesses.data?.data,
    count: known.websites?.filter(isOwn).length ?? websites.data?.meta.total,
    ask: known.isLarge && !isAsked ? () => setAsked(true) : undefined,
  };
}

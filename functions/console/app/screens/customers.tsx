import type { User } from "reseller-website-monitoring-client";
import { type Answer, useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { containing, MOST_NEAR, withNear } from "../localSearch.ts";
import type { Page } from "../page.ts";
import { AddCustomer } from "../parts/addCustomer.tsx";
import { BusinessTable } from "../parts/businessTable.tsx";
import { Customer } from "../parts/customer.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { cursorOf, pageOf } from "../parts/pager.tsx";
import { SearchForm } from "../parts/searchForm.tsx";
import type { Place, ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

const PER_PAGE = 20;

/** All customers, which the API calls users; a search for anything but an e-mail address finds businesses, too. */
export function CustomersScreen({ place }: ScreenProps) {
  const text = place.query.get("text") ?? "";
  const isName = text !== "" && !text.includes("@");
  return (
    <>
      <h1>{t("customers")}</h1>
      <SearchForm place={place} name="text" label={t("anyName")} />
      {isName ? <Named text={text} place={place} /> : <Users email={text} place={place} />}
      <AddCustomer />
    </>
  );
}

function Users({ email, place }: { email: string; place: Place }) {
  const { client } = useConsole();
  const page = pageOf(place);
  const answer = useAnswer(`customers ${place.query}`, (signal) =>
    client.GET("/v1/users", {
      params: { query: { page, per_page: PER_PAGE, ...(email && { email }) } },
      signal,
    }),
  );
  const empty = email ? t("noCustomerFound") : t("noneYet");
  return <CustomerTable answer={answer} place={place} empty={empty} />;
}

/** The businesses with a name, and those of the first customers who have it. */
function Named({ text, place }: { text: string; place: Place }) {
  const { client } = useConsole();
  const begin = useAnswer(`businesses ${place.query}`, (signal) =>
    client.GET("/v1/account/businesses", {
      params: { query: { ...cursorOf(place), per_page: PER_PAGE, name: text } },
      signal,
    }),
  );
  const query = { per_page: MOST_NEAR };
  const users = useAnswer("first customers", (signal) =>
    client.GET("/v1/users", { params: { query }, signal }),
  );
  const businesses = useAnswer("first businesses", (signal) =>
    client.GET("/v1/account/businesses", { params: { query }, signal }),
  );
  const answer = withNear(
    begin,
    containing(text, businesses.data?.data, ({ name }) => name),
  );
  const persons = containing(
    text,
    users.data?.data,
    ({ first_name, last_name, email }) => `${first_name} ${last_name} ${email}`,
  );
  const isEmpty = answer.data?.data.length === 0;
  return (
    <>
      {persons.length > 0 && (
        <CustomerTable answer={{ ...users, data: { data: persons } }} place={place} />
      )}
      {(persons.length === 0 || !isEmpty) && (
        <BusinessTable answer={answer} place={place} empty={t("noCustomerFound")} />
      )}
    </>
  );
}

interface CustomerTableProps extends ScreenProps {
  answer: Answer<Pick<Page<User>, "data"> & Partial<Page<User>>>;
  empty?: string;
}

function CustomerTable({ empty, ...shown }: CustomerTableProps) {
  return (
    <PagedTable
      {...shown}
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
            {showTime(user.created_at)}
          </td>
        </tr>
      )}
    </PagedTable>
  );
}

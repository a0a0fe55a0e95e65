import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { containing, MOST_NEAR, wholeList, withNear, withOnly } from "../near.ts";
import { AddCustomer } from "../parts/addCustomer.tsx";
import { BusinessTable } from "../parts/businessTable.tsx";
import { CustomerTable, type Known } from "../parts/customerTable.tsx";
import { pageOf } from "../parts/pager.tsx";
import { SearchForm } from "../parts/searchForm.tsx";
import type { Place, ScreenProps } from "../place.ts";

const PER_PAGE = 20;

/** All customers, which the API calls users; a search for anything but an e-mail address finds businesses, too. */
export function CustomersScreen({ place }: ScreenProps) {
  const { t } = useConsole();
  const text = place.query.get("text") ?? "";
  const isName = text !== "" && !text.includes("@");
  const known = useKnown();
  return (
    <>
      <h1>{t("customers")}</h1>
      <SearchForm place={place} name="text" label={t("anyName")} />
      {isName ? (
        <Named text={text} known={known} place={place} />
      ) : (
        <Users email={text} known={known} place={place} />
      )}
      <AddCustomer />
    </>
  );
}

interface FoundProps {
  known: Known;
  place: Place;
}

function Users({ email, known, place }: FoundProps & { email: string }) {
  const { client, t } = useConsole();
  const page = pageOf(place);
  const answer = useAnswer(`customers ${place.query}`, (signal) =>
    client.GET("/v1/users", {
      params: { query: { page, per_page: PER_PAGE, ...(email && { email }) } },
      signal,
    }),
  );
  const empty = email ? t("noCustomerFound") : t("noneYet");
  return <CustomerTable answer={answer} known={known} place={place} empty={empty} />;
}

/** The businesses with a name, and those of the first customers who have it. */
function Named({ text, known, place }: FoundProps & { text: string }) {
  const { client, t } = useConsole();
  const page = pageOf(place);
  const begin = useAnswer(`businesses ${place.query}`, (signal) =>
    client.GET("/v1/account/businesses", {
      params: { query: { page, per_page: PER_PAGE, name: text } },
      signal,
    }),
  );
  const users = useAnswer("first customers", (signal) =>
    client.GET("/v1/users", { params: { query: { per_page: MOST_NEAR } }, signal }),
  );
  const answer = withNear(
    begin,
    containing(text, known.businesses, ({ name }) => name),
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
        <CustomerTable answer={withOnly(users, persons)} known={known} place={place} />
      )}
      {(persons.length === 0 || !isEmpty) && (
        <BusinessTable answer={answer} place={place} empty={t("noCustomerFound")} />
      )}
    </>
  );
}

/** All businesses and websites of an account that is not large, in two requests. */
function useKnown(): Known {
  const { client } = useConsole();
  const query = { per_page: MOST_NEAR };
  const { data: businesses } = useAnswer("first businesses", (signal) =>
    client.GET("/v1/account/businesses", { params: { query }, signal }),
  );
  const { data: websites } = useAnswer("first websites", (signal) =>
    client.GET("/v1/account/websites", { params: { query }, signal }),
  );
  const known = { businesses: wholeList(businesses), websites: wholeList(websites) };
  const isLarge = (businesses && !known.businesses) || (websites && !known.websites);
  return { ...known, isLarge: Boolean(isLarge) };
}

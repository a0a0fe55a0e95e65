import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { BusinessTable } from "../parts/businessTable.tsx";
import { DialogButton } from "../parts/dialogButton.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { pageOf } from "../parts/pager.tsx";
import { SearchForm } from "../parts/searchForm.tsx";
import { linkTo, type Place, type ScreenProps } from "../place.ts";

const PER_PAGE = 20;

/** All customers, which the API calls users; a search for anything but an e-mail address finds businesses. */
export function CustomersScreen({ place }: ScreenProps) {
  const { t } = useConsole();
  const text = place.query.get("text") ?? "";
  const isName = text !== "" && !text.includes("@");
  return (
    <>
      <h1>{t("customers")}</h1>
      <SearchForm place={place} name="text" label={t("wholeEmail")} />
      {isName ? <Businesses name={text} place={place} /> : <Users email={text} place={place} />}
      <AddCustomer />
    </>
  );
}

function Users({ email, place }: { email: string; place: Place }) {
  const { client, t, language } = useConsole();
  const page = pageOf(place);
  const answer = useAnswer(`customers ${place.query}`, (signal) =>
    client.GET("/v1/users", {
      params: { query: { page, per_page: PER_PAGE, ...(email && { email }) } },
      signal,
    }),
  );
  return (
    <PagedTable
      answer={answer}
      place={place}
      label={t("customers")}
      head={[t("name"), t("email"), t("state"), t("created")]}
      empty={email && t("nothingFound")}
    >
      {({ uuid, first_name, last_name, email, suspended_at, created_at }) => (
        <tr key={uuid}>
          <th scope="row">
            <a href={linkTo(`customers/${uuid}`)}>
              <bdi>{`${first_name} ${last_name}`}</bdi>
            </a>
          </th>
          <td data-label={t("email")}>
            <bdi>{email}</bdi>
          </td>
          <td data-label={t("state")}>{t(suspended_at === null ? "active" : "suspended")}</td>
          <td class="time" data-label={t("created")}>
            {showTime(created_at, language)}
          </td>
        </tr>
      )}
    </PagedTable>
  );
}

function Businesses({ name, place }: { name: string; place: Place }) {
  const { client, t } = useConsole();
  const page = pageOf(place);
  const answer = useAnswer(`businesses ${place.query}`, (signal) =>
    client.GET("/v1/account/businesses", {
      params: { query: { page, per_page: PER_PAGE, name } },
      signal,
    }),
  );
  return <BusinessTable answer={answer} place={place} empty={t("nothingFound")} />;
}

function AddCustomer() {
  const { client, t } = useConsole();
  return (
    <DialogButton
      label={t("addCustomer")}
      question={t("addCustomer")}
      fields={[
        { name: "first_name", label: t("firstName") },
        { name: "last_name", label: t("lastName") },
        { name: "email", label: t("email"), inputMode: "email" },
        { name: "language_preference", label: t("locale") },
        { name: "business_name", label: t("business") },
        { name: "hostname", label: t("website") },
        { name: "address_line_1", label: t("address1") },
        { name: "city", label: t("city") },
        { name: "postcode", label: t("postcode"), isOptional: true },
        { name: "country_code", label: t("country") },
        { name: "phone_number", label: t("phone"), inputMode: "tel" },
      ]}
      send={(values) => {
        const of = (name: string) => values[name] ?? "";
        return client.POST("/v1/onboarding", {
          body: {
            first_name: of("first_name"),
            last_name: of("last_name"),
            email: of("email"),
            language_preference: of("language_preference"),
            business: {
              business_name: of("business_name"),
              hostname: of("hostname"),
              address_line_1: of("address_line_1"),
              city: of("city"),
              postcode: of("postcode"),
              country_code: of("country_code"),
              phone_number: of("phone_number"),
            },
          },
        });
      }}
    />
  );
}

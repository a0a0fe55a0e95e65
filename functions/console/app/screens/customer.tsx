import { useEffect } from "preact/hooks";
import type { AccountBusiness, User } from "reseller-website-monitoring-client";
import { useConsole, useGet } from "../answers.ts";
import { joined, showDayOf, showLanguages } from "../format.ts";
import { states } from "../lists.ts";
import { ActionButton, DialogButton, Menu } from "../parts/buttons.tsx";
import { forgetWord } from "../parts/findings.tsx";
import { List } from "../parts/list.tsx";
import { MissingRecord, OfRecord } from "../parts/record.tsx";
import { CustomerPages } from "../parts/shares.tsx";
import { Shown } from "../parts/shown.tsx";
import { stateTexts } from "../parts/state.tsx";
import { useWebsites, WebsiteList } from "../parts/websiteList.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../tab.ts";
import { businessColumns } from "./customers.tsx";

const MOST_BUSINESSES = 100;

/** A customer: the business that the address names, or the only one; otherwise the person with all businesses. */
export function CustomerScreen({ place }: ScreenProps) {
  const [, user_uuid = "", business_uuid] = place.path;
  const user = useGet("/v1/users/{user_uuid}", { path: { user_uuid } });
  const query = { userUuid: user_uuid, per_page: MOST_BUSINESSES };
  const businesses = useGet("/v1/account/businesses", { query });
  return (
    <OfRecord kind="user" uuid={user_uuid} answer={user}>
      {({ data: person }) => (
        <Shown answer={businesses}>
          {({ data: all }) => {
            const business = business_uuid
              ? all.find(({ uuid }) => uuid === business_uuid)
              : all[0];
            if (business_uuid && !business)
              return <MissingRecord kind="business" uuid={business_uuid} />;
            const shown = business_uuid || all.length === 1 ? business : undefined;
            return <Page key={shown?.uuid} {...{ person, all, place }} business={shown} />;
          }}
        </Shown>
      )}
    </OfRecord>
  );
}

interface CustomerProps {
  person: User;
  /** All businesses of the person. */
  all: AccountBusiness[];
  /** The one that is shown; undefined for the person with all of them. */
  business: AccountBusiness | undefined;
}

function Page({ person, all, business, place }: CustomerProps & ScreenProps) {
  const name = business?.name ?? nameOf(person);
  const counts = business?.website_counts;
  const worst = counts && states.find((state) => counts[state] > 0);
  const count = worst && worst !== "up" ? `${counts[worst]} ` : "";
  const { sign, word } = stateTexts[worst ?? "up"];
  useTitle(name, worst && { sign, word: `${count}${word.toLowerCase()}` });
  const about = business && joined(" · ", business.industry, ...business.products);
  return (
    <>
      <a href={linkTo("customers")}>← Customers</a>
      <div class="headline">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <Actions {...{ person, all, business }} />
      </div>
      <Contact person={person} isLinked={business !== undefined && all.length > 1} />
      {about && (
        <p class="soft">
          <bdi>{about}</bdi>
        </p>
      )}
      {business ? (
        <OfBusiness business={business} place={place} />
      ) : (
        <List
          label="businesses"
          columns={businessColumns}
          page={{ data: all }}
          place={place}
          empty={<p>This person has no business yet.</p>}
        />
      )}
    </>
  );
}

/** The websites of a business, the pages for its customer, and its known words. */
function OfBusiness({ business, place }: ScreenProps & { business: AccountBusiness }) {
  const { uuid, created_at } = business;
  const websites = useWebsites(place, { businessUuid: uuid });
  return (
    <>
      <section>
        <h2>Websites</h2>
        <WebsiteList answer={websites} place={place} empty={<p>No website is watched yet.</p>} />
      </section>
      <section>
        <CustomerPages business_uuid={uuid} since={created_at} />
      </section>
      <KnownWords business_uuid={uuid} />
    </>
  );
}

/** The words that are no misspellings on the websites of a business. */
function KnownWords({ business_uuid }: { business_uuid: string }) {
  const { client } = useConsole();
  const route = "/v1/businesses/{business_uuid}/known-words";
  const words = useGet(route, { path: { business_uuid } }).data?.data.words;
  if (!words?.length) return null;
  return (
    <section>
      <h2>Known words</h2>
      <p class="soft">
        Audits accept these words on all websites of the customer. If you remove a word, the next
        audit reports it again.
      </p>
      <ul class="actions">
        {words.map((word) => (
          <li key={word}>
            <bdi>{word}</bdi>{" "}
            <ActionButton label="Remove" send={() => forgetWord(client, business_uuid, word)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom to write to, in which language, and that nothing is checked while the customer is suspended. */
function Contact({ person, isLinked }: { person: User; isLinked: boolean }) {
  const { client } = useConsole();
  const { uuid, email, language_preference, created_at, suspended_at } = person;
  const name = <bdi>{nameOf(person)}</bdi>;
  return (
    <>
      <p>
        {isLinked ? <a href={linkTo(`customers/${uuid}`)}>{name}</a> : name} ·{" "}
        <a href={`mailto:${email}`}>{email}</a>{" "}
        <span class="soft">
          · {showLanguages([language_preference])} · customer since {showDayOf(created_at)}
        </span>
      </p>
      {suspended_at && (
        <div class="problem actions">
          Nothing is checked: the customer {name} is suspended.
          <ActionButton
            label="Resume"
            send={() =>
              client.PATCH("/v1/users/{user_uuid}", {
                ...{ params: { path: { user_uuid: uuid } }, body: { suspended: false } },
              })
            }
          />
        </div>
      )}
    </>
  );
}

/** The usual action, and a menu of what is done rarely. */
function Actions({ person, all, business }: CustomerProps) {
  const { client, account } = useConsole();
  if (account.api_key.is_read_only) return null;
  const { uuid: user_uuid, first_name, last_name, language_preference } = person;
  const params = { path: { user_uuid } };
  const ofBusiness = { path: { business_uuid: business?.uuid ?? "" } };
  const isOneOfSeveral = business && all.length > 1;
  return (
    <div class="actions">
      {business && (
        <a class="button primary" href={linkTo("add", { business: business.uuid })}>
          Add a website
        </a>
      )}
      <Menu label="More for this customer">
        <DialogButton
          label="Change the contact"
          fields={[
            { name: "first_name", label: "First name", value: first_name },
            { name: "last_name", label: "Last name", value: last_name },
            {
              ...{ name: "language_preference", label: "Language of e-mails, such as en-GB" },
              value: language_preference,
            },
          ]}
          send={(body) => client.PATCH("/v1/users/{user_uuid}", { params, body })}
        />
        {business && (
          <DialogButton
            label="Change the business"
            fields={businessFields(business)}
            send={(body) =>
              client.PATCH("/v1/businesses/{business_uuid}", { params: ofBusiness, body })
            }
          />
        )}
        <DialogButton
          label="Add a business"
          fields={businessFields()}
          send={(values) =>
            client.POST("/v1/businesses", {
              params: { query: { userUuid: user_uuid } },
              body: { ...values, products: [] },
            })
          }
        />
        {!person.suspended_at && (
          <DialogButton
            label="Suspend"
            title="Suspend the customer"
            question={`Until you resume, the websites of ${nameOf(person)} are not checked, and ${nameOf(person)} gets no e-mail.`}
            isDangerous
            send={() =>
              client.PATCH("/v1/users/{user_uuid}", { params, body: { suspended: true } })
            }
          />
        )}
        <DialogButton
          label="Delete"
          title={isOneOfSeveral ? "Delete the business" : "Delete the customer"}
          question={`Delete ${isOneOfSeveral ? business.name : nameOf(person)} with all websites and their history? For 7 days you can restore all of it.`}
          isDangerous
          send={() =>
            isOneOfSeveral
              ? client.DELETE("/v1/businesses/{business_uuid}", { params: ofBusiness })
              : client.DELETE("/v1/users/{user_uuid}", { params })
          }
          leaveFor={linkTo(isOneOfSeveral ? `customers/${user_uuid}` : "customers")}
        />
      </Menu>
    </div>
  );
}

const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`;

/** The fields of a business in a dialog. */
const businessFields = ({ name = "", industry = "" }: Partial<AccountBusiness> = {}) =>
  [
    { name: "name", label: "Name", value: name },
    { name: "industry", label: "Industry", value: industry, isOptional: true },
  ] as const;

/** The address of a business without its customer, which leads to the customer's page. */
export function BusinessScreen({
  place,
  kind = "business",
}: ScreenProps & { kind?: "business" | "prospect" }) {
  const [, business_uuid = ""] = place.path;
  const answer = useGet("/v1/businesses/{business_uuid}", { path: { business_uuid } });
  const name = answer.data?.data.name;
  const listed = useGet("/v1/account/businesses", name ? { query: { name, per_page: 100 } } : null);
  const business = listed.data?.data.find(({ uuid }) => uuid === business_uuid);
  useEffect(() => {
    if (business) location.replace(linkTo(`customers/${business.user_uuid}/${business_uuid}`));
  }, [business]);
  return (
    <OfRecord kind={kind} uuid={business_uuid} answer={answer}>
      {({ data }) => (
        <h1>
          <bdi>{data.name}</bdi>
        </h1>
      )}
    </OfRecord>
  );
}

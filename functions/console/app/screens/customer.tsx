import type { ComponentChildren } from "preact";
import type { AccountBusiness, User } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showDate, showLanguages } from "../format.ts";
import { states, sumOf } from "../lists.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { businessColumns } from "../parts/businessColumns.tsx";
import { DialogButton } from "../parts/dialogButton.tsx";
import { List } from "../parts/list.tsx";
import { Menu } from "../parts/menu.tsx";
import { MissingRecord, OfRecord } from "../parts/record.tsx";
import { CustomerPages } from "../parts/shares.tsx";
import { Shown } from "../parts/shown.tsx";
import { stateTexts } from "../parts/state.tsx";
import { useWebsites, WebsiteList } from "../parts/websiteList.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";

const MOST_BUSINESSES = 100;

/** A customer: the business that the address names, or the only one; otherwise the person with all businesses. */
export function CustomerScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, user_uuid = "", business_uuid] = place.path;
  const user = useAnswer(`customer ${user_uuid}`, (signal) =>
    client.GET("/v1/users/{user_uuid}", { params: { path: { user_uuid } }, signal }),
  );
  const query = { userUuid: user_uuid, per_page: MOST_BUSINESSES };
  const businesses = useAnswer(`businesses of ${user_uuid}`, (signal) =>
    client.GET("/v1/account/businesses", { params: { query }, signal }),
  );
  return (
    <OfRecord kind="user" uuid={user_uuid} answer={user}>
      {({ data: person }) => (
        <Shown answer={businesses}>
          {({ data: all }) => {
            const [only] = all.length === 1 ? all : [];
            const business = business_uuid ? all.find(({ uuid }) => uuid === business_uuid) : only;
            if (business)
              return <OfBusiness key={business.uuid} {...{ business, person, all, place }} />;
            if (business_uuid) return <MissingRecord kind="business" uuid={business_uuid} />;
            return <OfPerson person={person} all={all} place={place} />;
          }}
        </Shown>
      )}
    </OfRecord>
  );
}

interface PageProps extends ScreenProps {
  person: User;
  /** All businesses of the person. */
  all: AccountBusiness[];
}

/** A business with its websites, and the person as its contact. */
function OfBusiness({ business, person, all, place }: PageProps & { business: AccountBusiness }) {
  const { uuid: business_uuid, name, industry, products, website_counts: counts } = business;
  const { client } = useConsole();
  const path = { business_uuid };
  const worst = states.find((state) => counts[state] > 0);
  const { sign, word } = stateTexts[worst ?? "up"];
  const count = worst && worst !== "up" ? `${counts[worst]} ` : "";
  useTitle(name, worst && { sign, word: `${count}${word.toLowerCase()}` });
  const websites = useWebsites(place, { businessUuid: business_uuid });
  const isOnly = all.length === 1;
  return (
    <>
      <Back />
      <div class="headline">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <div class="actions">
          <AddWebsite business_uuid={business_uuid} />
          <CustomerMenu person={person} isOnly={isOnly}>
            <DialogButton
              label="Change the business"
              fields={businessFields(business)}
              send={(values) =>
                client.PATCH("/v1/businesses/{business_uuid}", {
                  params: { path },
                  body: readBusiness(values),
                })
              }
            />
            {!isOnly && (
              <DialogButton
                label="Delete the business"
                question={`Delete ${name} with its websites and their history? You can restore it for 7 days.`}
                isDangerous
                send={() => client.DELETE("/v1/businesses/{business_uuid}", { params: { path } })}
                leave={() => {
                  location.hash = linkTo(`customers/${person.uuid}`);
                }}
              />
            )}
          </CustomerMenu>
        </div>
      </div>
      <Contact person={person} isLinked={!isOnly} />
      <p class="soft">
        <bdi>{[industry, ...products].filter(Boolean).join(" · ")}</bdi>
      </p>
      <section>
        <h2>Websites</h2>
        <WebsiteList
          answer={websites}
          place={place}
          isOfBusiness
          awaited={sumOf(counts)}
          empty={<p>No website is watched yet.</p>}
        />
      </section>
      <section>
        <CustomerPages
          {...{ business_uuid, place }}
          user_uuid={person.uuid}
          since={business.created_at}
        />
      </section>
    </>
  );
}

/** A person with several businesses, or with none. */
function OfPerson({ person, all, place }: PageProps) {
  useTitle(nameOf(person));
  const websites = useWebsites(place, { userUuid: person.uuid });
  return (
    <>
      <Back />
      <div class="headline">
        <h1>
          <bdi>{nameOf(person)}</bdi>
        </h1>
        <div class="actions">
          <CustomerMenu person={person} isOnly />
        </div>
      </div>
      <Contact person={person} />
      <section>
        <h2>Businesses</h2>
        <List
          label="businesses"
          columns={businessColumns}
          rows={all}
          place={place}
          sortName="businesses"
          empty={<p>This person has no business yet.</p>}
        />
      </section>
      {all.length > 0 && (
        <section>
          <h2>Websites</h2>
          <WebsiteList answer={websites} place={place} empty={<p>No website is watched yet.</p>} />
        </section>
      )}
    </>
  );
}

const Back = () => (
  <p class="back">
    <a href={linkTo("customers")}>← Customers</a>
  </p>
);

function AddWebsite({ business_uuid }: { business_uuid: string }) {
  const { account } = useConsole();
  if (account.api_key.is_read_only) return null;
  return (
    <a class="button primary" href={linkTo("add", { business: business_uuid })}>
      Add a website
    </a>
  );
}

/** Whom to write to, in which language, and that nothing is checked while the customer is suspended. */
function Contact({ person, isLinked }: { person: User; isLinked?: boolean }) {
  const { client } = useConsole();
  const { uuid, email, language_preference, created_at, suspended_at } = person;
  const params = { path: { user_uuid: uuid } };
  return (
    <>
      <p>
        {isLinked ? (
          <a href={linkTo(`customers/${uuid}`)}>{nameOf(person)}</a>
        ) : (
          <bdi>{nameOf(person)}</bdi>
        )}{" "}
        · <a href={`mailto:${email}`}>{email}</a>{" "}
        <span class="soft">
          · {showLanguages([language_preference])} · customer since {showDate(created_at)}
        </span>
      </p>
      {suspended_at && (
        <div class="problem actions">
          Nothing is checked: the customer {nameOf(person)} is suspended.
          <ActionButton
            label="Resume"
            send={() =>
              client.PATCH("/v1/users/{user_uuid}", { params, body: { suspended: false } })
            }
          />
        </div>
      )}
    </>
  );
}

interface CustomerMenuProps {
  person: User;
  /** Whether deleting the customer is offered here. */
  isOnly: boolean;
  children?: ComponentChildren;
}

/** What is done rarely. */
function CustomerMenu({ person, isOnly, children }: CustomerMenuProps) {
  const { client, account } = useConsole();
  if (account.api_key.is_read_only) return null;
  const { uuid: user_uuid, first_name, last_name, language_preference, suspended_at } = person;
  const params = { path: { user_uuid } };
  return (
    <Menu label="More for this customer" sign="…">
      <DialogButton
        label="Change the contact"
        fields={[
          { name: "first_name", label: "First name", value: first_name },
          { name: "last_name", label: "Last name", value: last_name },
          {
            name: "language_preference",
            label: "Language of e-mails, such as en-GB",
            value: language_preference,
          },
        ]}
        send={(body) => client.PATCH("/v1/users/{user_uuid}", { params, body })}
      />
      {children}
      <DialogButton
        label="Add a business"
        fields={businessFields()}
        send={(values) =>
          client.POST("/v1/businesses", {
            params: { query: { userUuid: user_uuid } },
            body: readBusiness(values),
          })
        }
      />
      {!suspended_at && (
        <DialogButton
          label="Suspend"
          title="Suspend the customer"
          question={`Nothing of ${nameOf(person)} is checked, and no e-mail is sent, until you resume.`}
          isDangerous
          send={() => client.PATCH("/v1/users/{user_uuid}", { params, body: { suspended: true } })}
        />
      )}
      {isOnly && (
        <DialogButton
          label="Delete"
          title="Delete the customer"
          question={`Delete ${nameOf(person)} with all businesses and websites? You can restore them for 7 days.`}
          isDangerous
          send={() => client.DELETE("/v1/users/{user_uuid}", { params })}
          leave={() => {
            location.hash = linkTo("customers");
          }}
        />
      )}
    </Menu>
  );
}

const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`;

/** The fields of a business in a dialog. */
function businessFields({ name, industry, products }: Partial<AccountBusiness> = {}) {
  return [
    { name: "name", label: "Name", value: name ?? "" },
    { name: "industry", label: "Industry", value: industry ?? "", isOptional: true },
    {
      ...{ name: "products", label: "Products, separated by commas", isOptional: true },
      value: products?.join(", ") ?? "",
    },
  ] as const;
}

/** What was entered into them. */
function readBusiness(values: Record<"name" | "industry" | "products", string>) {
  const products = values.products.split(",").map((each) => each.trim());
  return { ...values, products: products.filter(Boolean) };
}

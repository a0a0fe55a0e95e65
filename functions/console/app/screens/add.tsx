import { useState } from "preact/hooks";
import type { AccountBusiness, ApiError } from "reseller-website-monitoring-client";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showLanguages } from "../format.ts";
import { Field } from "../parts/field.tsx";
import { explain } from "../parts/shown.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { countryOf } from "../rules.ts";
import { useTitle } from "../title.ts";

const MOST_SUGGESTED = 6;

/** Adds a website to a customer, who may be new: two fields, and what else the service needs of a new customer. */
export function AddScreen({ place }: ScreenProps) {
  const { client, refused, account } = useConsole();
  const [hostname, setHostname] = useState("");
  const [typed, setName] = useState<string>();
  const [chosen, setBusiness] = useState<Pick<AccountBusiness, "uuid" | "name">>();
  // The page of a customer names it in the address.
  const [named] = /^[\da-f-]{36}$/.exec(place.query.get("business") ?? "") ?? [];
  const given = useAnswer(named && `business ${named}`, (signal) =>
    client.GET("/v1/businesses/{business_uuid}", {
      params: { path: { business_uuid: named ?? "" } },
      signal,
    }),
  ).data?.data;
  const [prospect_uuid] = /^[\da-f-]{36}$/.exec(place.query.get("prospect") ?? "") ?? [];
  const prospect = useAnswer(prospect_uuid && `prospect ${prospect_uuid}`, (signal) =>
    client.GET("/v1/prospects/{prospect_uuid}", {
      params: { path: { prospect_uuid: prospect_uuid ?? "" } },
      signal,
    }),
  ).data?.data;
  const title = prospect_uuid ? "Make a customer" : "Add a website";
  useTitle(title);
  const address = prospect?.hostname ?? hostname;
  const business = chosen ?? (typed === undefined ? given : undefined);
  const name = typed ?? business?.name ?? "";
  const [isSecond, setSecond] = useState(prospect_uuid !== undefined);
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const faults = error?.kind === "validation" ? error.fields : {};
  const faultOf = (field: string) => faults[field]?.text;

  const send = async (
    form: FormData,
  ): Promise<{ path?: string | undefined; error?: ApiError | undefined }> => {
    if (business) {
      const query = { businessUuid: business.uuid };
      const { data, error } = await client.POST("/v1/websites", {
        params: { query },
        body: { hostname: address },
      });
      return { path: data && `websites/${data.data.uuid}`, error };
    }
    const text = (field: string) => String(form.get(field) ?? "").trim();
    const country_code = text("country_code").toUpperCase();
    const body = {
      email: text("email"),
      first_name: text("first_name"),
      last_name: text("last_name"),
      language_preference: `${text("language")}-${country_code}`,
      send_onboarding_email: form.get("welcome") !== null,
      business: {
        business_name: name,
        hostname: address,
        country_code,
        address_line_1: text("address_line_1"),
        city: text("city"),
        postcode: text("postcode"),
        phone_number: text("phone_number").replaceAll(/[\s()/-]/g, ""),
      },
    };
    const { data, error } = prospect
      ? await client.POST("/v1/prospects/{prospect_uuid}/customer", {
          params: { path: { prospect_uuid: prospect.uuid } },
          body,
        })
      : await client.POST("/v1/onboarding", { body });
    if (error) return { error };
    const query = { userUuid: data.data.user.uuid };
    const [website] =
      (await client.GET("/v1/account/websites", { params: { query } })).data?.data ?? [];
    return { path: website ? `websites/${website.uuid}` : `customers/${query.userUuid}` };
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    if (!business && !isSecond) return setSecond(true);
    setBusy(true);
    const { path, error } = await send(new FormData(event.currentTarget));
    setBusy(false);
    if (error?.kind === "unauthorized") return refused();
    setError(error);
    if (path) location.hash = linkTo(path);
  };

  if (account.api_key.is_read_only)
    return (
      <>
        <h1>Add a website</h1>
        <p>This key only reads. To add a website, sign in with a key that may write.</p>
      </>
    );
  const country = countryOf(address, account.language);
  const isShown = Object.keys(faults).some((field) =>
    shownFields.includes(field.replace(/^business\./, "")),
  );
  return (
    <form class="settings" onSubmit={submit}>
      <h1>{title}</h1>
      <Field
        name="hostname"
        label="Address"
        placeholder="example.com"
        value={address}
        isFixed={prospect !== undefined}
        onInput={setHostname}
        fault={faultOf("hostname") ?? faultOf("business.hostname")}
      />
      <Field
        name="customer"
        label="Customer"
        hint={prospect_uuid ? "The name of the business" : "An existing one, or a new name"}
        value={name}
        onInput={(text) => {
          setName(text);
          setBusiness(undefined);
        }}
        fault={faultOf("business.business_name")}
      />
      {!isSecond && (
        <Suggestions
          text={business ? "" : name}
          choose={(each) => {
            setBusiness(each);
            setName(each.name);
          }}
        />
      )}
      {business && <p class="good">✓ A customer already</p>}
      {!business && isSecond && (
        <fieldset>
          <legend>
            <h2>Who is {name ? <bdi>{name}</bdi> : "the customer"}?</h2>
          </legend>
          <Field
            name="email"
            label="E-mail address"
            inputMode="email"
            fault={faultOf("email")}
            isFocused={name !== ""}
          />
          <div class="pair">
            <Field name="first_name" label="First name" fault={faultOf("first_name")} />
            <Field name="last_name" label="Last name" fault={faultOf("last_name")} />
          </div>
          <Field
            name="address_line_1"
            label="Street and number"
            fault={faultOf("business.address_line_1")}
          />
          <div class="pair">
            <Field
              name="postcode"
              label="Postcode"
              isOptional
              fault={faultOf("business.postcode")}
            />
            <Field name="city" label="Town" fault={faultOf("business.city")} />
          </div>
          <div class="pair">
            <Field
              name="phone_number"
              label="Phone, such as +441865000000"
              inputMode="tel"
              fault={faultOf("business.phone_number")}
            />
            <Field
              name="country_code"
              label="Country, such as GB"
              value={country.code}
              fault={faultOf("business.country_code") ?? faultOf("language_preference")}
            />
          </div>
          <label>
            Language of e-mails and pages
            <select name="language">
              {textLanguages.map((each) => (
                <option key={each} value={each} selected={each === country.language}>
                  {showLanguages([each])}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input type="checkbox" name="welcome" />
            <span>Send the customer a welcome e-mail now</span>
          </label>
        </fieldset>
      )}
      <p role="alert" class={error && !isShown ? "problem" : undefined}>
        {error && !isShown && explain(error)}
      </p>
      <p class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {prospect_uuid ? title : business || isSecond ? "Add the website" : "Continue"}
        </button>
        <a href={linkTo(prospect_uuid ? `prospects/${prospect_uuid}` : "websites")}>Cancel</a>
      </p>
    </form>
  );
}

/** Where an error is shown beside its field. */
const shownFields = [
  ...["hostname", "business_name", "email", "first_name", "last_name", "address_line_1"],
  ...["postcode", "city", "phone_number", "country_code", "language_preference"],
];

interface SuggestionsProps {
  text: string;
  choose(business: AccountBusiness): void;
}

/** Customers whose names begin so. */
function Suggestions({ text, choose }: SuggestionsProps) {
  const { client } = useConsole();
  const name = text.trim();
  const answer = useAnswer(name ? `businesses like ${name}` : undefined, (signal) =>
    client.GET("/v1/account/businesses", {
      params: { query: { name, per_page: MOST_SUGGESTED } },
      signal,
    }),
  );
  const found = answer.data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <ul class="suggestions" aria-label="Customers with such a name">
      {found.map((each) => (
        <li key={each.uuid}>
          <button type="button" onClick={() => choose(each)}>
            <bdi>{each.name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

import { useRef, useState } from "preact/hooks";
import type { AccountBusiness, ApiError, Prospect } from "reseller-website-monitoring-client";
import { textLanguageOf } from "../../../../shared/vocabulary/texts.ts";
import { useConsole, useGet } from "../answers.ts";
import { joined, languageOptions } from "../format.ts";
import { Field, type FieldProps, Form } from "../parts/form.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { countryOf } from "../rules.ts";
import { useTitle } from "../tab.ts";

const MOST_SUGGESTED = 20;
const SEPARATOR = " · ";

/** A customer among others of the same name. */
const nameOf = ({ name, user_name }: AccountBusiness) => joined(SEPARATOR, name, user_name);

/** What the service needs of a new customer beside the two names. */
const questions = [
  { name: "email", label: "E-mail address", inputMode: "email" },
  { name: "phone_number", label: "Phone, such as +441865000000", inputMode: "tel" },
  { name: "first_name", label: "First name" },
  { name: "last_name", label: "Last name" },
  { name: "address_line_1", label: "Street and number" },
  { name: "city", label: "Town" },
  { name: "postcode", label: "Postcode", isOptional: true },
  { name: "country_code", label: "Country, such as GB" },
] as const satisfies FieldProps[];
type Question = (typeof questions)[number]["name"];

/** Where to go, or why it failed. */
interface Next {
  path?: string | undefined;
  error?: ApiError | undefined;
}

/** A prospect or a business that the address names. */
const uuidIn = ({ place }: ScreenProps, name: string) =>
  /^[\da-f-]{36}$/.exec(place.query.get(name) ?? "")?.[0];

/**
 * Adds a website to a customer in two fields. More is asked of a new customer; if the customer is made of a prospect,
 * that is filled in with what the website says.
 */
export function AddScreen({ place }: ScreenProps) {
  const { client, account } = useConsole();
  const [typedHost, setHost] = useState("");
  const [typedName, setName] = useState<string>();
  const business_uuid = uuidIn({ place }, "business");
  const ofBusiness = business_uuid ? { path: { business_uuid } } : null;
  const named = useGet("/v1/businesses/{business_uuid}", ofBusiness).data?.data;
  const prospect_uuid = uuidIn({ place }, "prospect");
  const ofProspect = prospect_uuid ? { path: { prospect_uuid } } : null;
  const prospect = useGet("/v1/prospects/{prospect_uuid}", ofProspect).data?.data;
  const { details } = prospect ?? {};
  const hostname = prospect?.hostname ?? typedHost;
  const name = typedName ?? named?.name ?? details?.name ?? "";
  const [sought = ""] = (prospect ? "" : (typedName ?? "")).split(SEPARATOR);
  const query = { name: sought.trim(), per_page: MOST_SUGGESTED };
  const answer = useGet("/v1/account/businesses", query.name ? { query } : null).data?.data;
  // Until others are found, those found before stay: one of them may have been chosen.
  const suggested = useRef(answer);
  suggested.current = answer ?? suggested.current;
  const customers = suggested.current;
  const business =
    typedName === undefined ? named : customers?.find((each) => nameOf(each) === typedName);
  const isNew = prospect_uuid !== undefined || (!business && name !== "");
  const title = prospect_uuid ? "Make a customer" : "Add a website";
  useTitle(title);
  const addTo = async ({ uuid }: { uuid: string }) => {
    const params = { query: { businessUuid: uuid } };
    const { data, error } = await client.POST("/v1/websites", { params, body: { hostname } });
    return { path: data && linkTo(`websites/${data.data.uuid}`), error };
  };
  const onboard = async (values: Partial<Record<Question | "language" | "welcome", string>>) => {
    const { email = "", first_name = "", last_name = "", language, welcome, ...others } = values;
    const { phone_number = "", country_code = "", address_line_1 = "", city = "" } = others;
    const country = country_code.toUpperCase();
    const body = {
      ...{ email, first_name, last_name, language_preference: `${language}-${country}` },
      send_onboarding_email: welcome !== undefined,
      business: {
        ...{ business_name: name, hostname, country_code: country, address_line_1, city },
        postcode: others.postcode ?? "",
        phone_number: phone_number.replaceAll(/[\s()/-]/g, ""),
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
    return { path: linkTo(website ? `websites/${website.uuid}` : `customers/${query.userUuid}`) };
  };
  const guess = countryOf(hostname, account.language);
  return (
    <>
      <h1>{title}</h1>
      <Form<Next>
        class="settings"
        submit={title.replace("Add a", "Add the")}
        aside={
          <a href={linkTo(prospect_uuid ? `prospects/${prospect_uuid}` : "websites")}>Cancel</a>
        }
        send={(values) => (business ? addTo(business) : onboard(values))}
        end={({ path }) => {
          if (path) location.hash = path;
        }}
      >
        <Field
          name="hostname"
          label="Address"
          placeholder="example.com"
          value={hostname}
          isFixed={prospect !== undefined}
          onInput={setHost}
        />
        <Field
          name="business_name"
          label="Customer"
          hint={prospect ? "The name of the business" : "An existing one, or a new name"}
          value={name}
          suggestions={customers?.map(nameOf)}
          onInput={setName}
        />
        {business && <p class="good">✓ A customer already</p>}
        {isNew && (
          <fieldset>
            <legend>
              <h2>Who is {name ? <bdi>{name}</bdi> : "the customer"}?</h2>
            </legend>
            {(details?.address_line_1 || details?.phone_number) && (
              <p class="soft">Filled in with what the website says. Please check it.</p>
            )}
            <div class="pair">
              {questions.map((question) => (
                <Field
                  key={question.name}
                  {...question}
                  value={
                    valueIn(details, question.name) ??
                    (question.name === "country_code" ? guess.code : "")
                  }
                />
              ))}
            </div>
            <Field
              name="language"
              label="Language of e-mails and pages"
              value={textLanguageOf(details?.language ?? guess.language ?? "")}
              options={languageOptions}
            />
            <label class="check">
              <input type="checkbox" name="welcome" />
              <span>Send the customer a welcome e-mail now</span>
            </label>
          </fieldset>
        )}
      </Form>
    </>
  );
}

function valueIn(details: Prospect["details"] | undefined, name: Question): string | undefined {
  if (!details || name === "first_name" || name === "last_name") return undefined;
  return details[name] ?? undefined;
}

import { useEffect } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
<<<<<<< HEAD
import { businessFields, readBusiness } from "../parts/businessFields.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { CustomerPages } from "../parts/shares.tsx";
import { Shown } from "../parts/shown.tsx";
import { WebsitesOf } from "../parts/websiteTable.tsx";
=======
import { OfRecord } from "../parts/record.tsx";
>>>>>>> main
import { linkTo, type ScreenProps } from "../place.ts";

/** The address of a business without its customer, which leads to the customer's page. */
export function BusinessScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, business_uuid = ""] = place.path;
<<<<<<< HEAD
  const path = { business_uuid };
  const query = { businessUuid: business_uuid };
=======
>>>>>>> main
  const answer = useAnswer(`business ${business_uuid}`, (signal) =>
    client.GET("/v1/businesses/{business_uuid}", { params: { path: { business_uuid } }, signal }),
  );
  const name = answer.data?.data.name;
  const listed = useAnswer(name && `businesses called ${name}`, (signal) =>
    client.GET("/v1/account/businesses", { params: { query: { name, per_page: 100 } }, signal }),
  );
  const business = listed.data?.data.find(({ uuid }) => uuid === business_uuid);
  useEffect(() => {
    if (business) location.replace(linkTo(`customers/${business.user_uuid}/${business_uuid}`));
  }, [business]);
  return (
<<<<<<< HEAD
    <Shown answer={answer}>
      {({ data: business }) => (
        <>
          <h1>
            <bdi>{business.name}</bdi>
          </h1>
          <p>
            <bdi>{[business.industry, ...business.products].filter(Boolean).join(" · ")}</bdi>
          </p>
          <p class="actions">
            <DialogButton
              label={t("change")}
              question={t("business")}
              fields={businessFields(business)}
              send={(values) =>
                client.PATCH("/v1/businesses/{business_uuid}", {
                  params: { path },
                  body: readBusiness(values),
                })
              }
            />
            <DialogButton
              label={t("remove")}
              question={`${t("removeBusiness", { name: business.name })} ${t("undoHelp")}`}
              isDangerous
              send={() => client.DELETE("/v1/businesses/{business_uuid}", { params: { path } })}
              leave={() => {
                location.hash = linkTo("customers");
              }}
            />
          </p>
          <section>
            <h2>{t("websites")}</h2>
            <WebsitesOf {...query} place={place} />
            <DialogButton
              label={t("addWebsite")}
              question={t("addWebsite")}
              fields={[{ name: "hostname", label: t("wholeHostname") }]}
              send={({ hostname }) =>
                client.POST("/v1/websites", { params: { query }, body: { hostname } })
              }
            />
          </section>
          <section>
            <CustomerPages
              {...{ business_uuid, place }}
              user_uuid={null}
              since={business.created_at}
            />
          </section>
        </>
=======
    <OfRecord kind="business" uuid={business_uuid} answer={answer}>
      {({ data }) => (
        <h1>
          <bdi>{data.name}</bdi>
        </h1>
>>>>>>> main
      )}
    </OfRecord>
  );
}

import type { Business } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { businessFields, readBusiness } from "../parts/businessFields.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { ShareButton, Shares, type Sharing, useShare } from "../parts/shares.tsx";
import { Shown } from "../parts/shown.tsx";
import { WebsitesOf } from "../parts/websiteTable.tsx";
import { linkTo, type Place, type ScreenProps } from "../place.ts";

/** A business with its websites. */
export function BusinessScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, business_uuid = ""] = place.path;
  const sharing = useShare({ business_uuid });
  const answer = useAnswer(`business ${business_uuid}`, (signal) =>
    client.GET("/v1/businesses/{business_uuid}", { params: { path: { business_uuid } }, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data }) => (
        <>
          <Head business={data} sharing={sharing} />
          <Websites business_uuid={business_uuid} place={place} />
          <Shares sharing={sharing} place={place} />
        </>
      )}
    </Shown>
  );
}

interface HeadProps {
  business: Business;
  sharing: Sharing;
}

function Head({ business, sharing }: HeadProps) {
  const { client, t } = useConsole();
  const { uuid, name, industry, products } = business;
  const path = { business_uuid: uuid };
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p>
        <bdi>{[industry, ...products].filter(Boolean).join(" · ")}</bdi>
      </p>
      <p class="actions">
        <ShareButton {...sharing} />
        <DialogButton
          label={t("change")}
          question={t("business")}
          fields={businessFields(t, business)}
          send={(values) =>
            client.PATCH("/v1/businesses/{business_uuid}", {
              params: { path },
              body: readBusiness(values),
            })
          }
        />
        <DialogButton
          label={t("remove")}
          question={`${t("removeBusiness", { name })} ${t("undoHelp")}`}
          isDangerous
          send={() => client.DELETE("/v1/businesses/{business_uuid}", { params: { path } })}
          leave={() => {
            location.hash = linkTo("customers");
          }}
        />
      </p>
    </>
  );
}

function Websites({ business_uuid, place }: { business_uuid: string; place: Place }) {
  const { client, t } = useConsole();
  const query = { businessUuid: business_uuid };
  return (
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
  );
}

import type { User } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { businessFields, readBusiness } from "../parts/businessFields.ts";
import { BusinessTable } from "../parts/businessTable.tsx";
import { nameOf, Suspended } from "../parts/customer.tsx";
import { DialogButton } from "../parts/dialogButton.tsx";
import { pageOf } from "../parts/pager.tsx";
import { Shown } from "../parts/shown.tsx";
import { WebsitesOf } from "../parts/websiteTable.tsx";
import { linkTo, type Place, type ScreenProps } from "../place.ts";

const PER_PAGE = 20;

/** A customer with its websites and businesses. */
export function CustomerScreen({ place }: ScreenProps) {
  const { client, t } = useConsole();
  const [, user_uuid = ""] = place.path;
  const answer = useAnswer(`customer ${user_uuid}`, (signal) =>
    client.GET("/v1/users/{user_uuid}", { params: { path: { user_uuid } }, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data }) => (
        <>
          <Head user={data} />
          <section>
            <h2>{t("websites")}</h2>
            <WebsitesOf userUuid={user_uuid} place={place} />
          </section>
          <Businesses user_uuid={user_uuid} place={place} />
        </>
      )}
    </Shown>
  );
}

function Head({ user }: { user: User }) {
  const { client, t, language } = useConsole();
  const { uuid, first_name, last_name, email, suspended_at, language_preference } = user;
  const name = nameOf(user);
  const path = { user_uuid: uuid };
  const isActive = suspended_at === null;
  return (
    <>
      <h1>
        <bdi>{name}</bdi> {!isActive && <span class="state paused">{t("suspended")}</span>}
      </h1>
      <p>
        <bdi>{email}</bdi> · {language_preference} · {t("created")}{" "}
        {showTime(user.created_at, language)}
      </p>
      {!isActive && (
        <p class="problem">
          <Suspended customer={user} />
        </p>
      )}
      <p class="actions">
        <DialogButton
          label={t("change")}
          question={t("customer")}
          fields={[
            { name: "first_name", label: t("firstName"), value: first_name },
            { name: "last_name", label: t("lastName"), value: last_name },
            { name: "language_preference", label: t("locale"), value: language_preference },
          ]}
          send={(body) => client.PATCH("/v1/users/{user_uuid}", { params: { path }, body })}
        />
        <DialogButton
          label={isActive ? t("suspend") : t("resume")}
          question={t(isActive ? "suspendQuestion" : "resumeQuestion", { name })}
          isDangerous={isActive}
          send={() =>
            client.PATCH("/v1/users/{user_uuid}", {
              params: { path },
              body: { suspended: isActive },
            })
          }
        />
        <DialogButton
          label={t("remove")}
          question={`${t("removeCustomer", { name })} ${t("undoHelp")}`}
          isDangerous
          send={() => client.DELETE("/v1/users/{user_uuid}", { params: { path } })}
          leave={() => {
            location.hash = linkTo("customers");
          }}
        />
      </p>
    </>
  );
}

function Businesses({ user_uuid, place }: { user_uuid: string; place: Place }) {
  const { client, t } = useConsole();
  const page = pageOf(place);
  const query = { userUuid: user_uuid };
  const answer = useAnswer(`businesses ${user_uuid} ${page}`, (signal) =>
    client.GET("/v1/businesses", {
      params: { query: { ...query, page, per_page: PER_PAGE } },
      signal,
    }),
  );
  return (
    <section>
      <h2>{t("businesses")}</h2>
      <BusinessTable answer={answer} place={place} />
      <DialogButton
        label={t("addBusiness")}
        question={t("addBusiness")}
        fields={businessFields(t)}
        send={(values) =>
          client.POST("/v1/businesses", { params: { query }, body: readBusiness(values) })
        }
      />
    </section>
  );
}

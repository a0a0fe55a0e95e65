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
import { linkTo, type ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

const PER_PAGE = 20;

/** A customer with its websites and businesses. */
export function CustomerScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, user_uuid = ""] = place.path;
  const path = { user_uuid };
  const query = { userUuid: user_uuid };
  const page = pageOf(place);
  const answer = useAnswer(`customer ${user_uuid}`, (signal) =>
    client.GET("/v1/users/{user_uuid}", { params: { path }, signal }),
  );
  const businesses = useAnswer(`businesses ${user_uuid} ${page}`, (signal) =>
    client.GET("/v1/businesses", {
      params: { query: { ...query, page, per_page: PER_PAGE } },
      signal,
    }),
  );
  return (
    <Shown answer={answer}>
      {({ data: user }) => (
        <>
          <h1>
            <bdi>{nameOf(user)}</bdi>{" "}
            {user.suspended_at && <span class="state paused">{t("suspended")}</span>}
          </h1>
          <p>
            <bdi>{user.email}</bdi> · {user.language_preference} · {t("created")}{" "}
            {showTime(user.created_at)}
          </p>
          {user.suspended_at && (
            <p class="problem">
              <Suspended customer={user} />
            </p>
          )}
          <p class="actions">
            <DialogButton
              label={t("change")}
              question={t("customer")}
              fields={[
                { name: "first_name", label: t("firstName"), value: user.first_name },
                { name: "last_name", label: t("lastName"), value: user.last_name },
                {
                  name: "language_preference",
                  label: t("locale"),
                  value: user.language_preference,
                },
              ]}
              send={(body) => client.PATCH("/v1/users/{user_uuid}", { params: { path }, body })}
            />
            <DialogButton
              label={t(user.suspended_at ? "resume" : "suspend")}
              question={t(user.suspended_at ? "resumeQuestion" : "suspendQuestion", {
                name: nameOf(user),
              })}
              isDangerous={!user.suspended_at}
              send={() =>
                client.PATCH("/v1/users/{user_uuid}", {
                  params: { path },
                  body: { suspended: !user.suspended_at },
                })
              }
            />
            <DialogButton
              label={t("remove")}
              question={`${t("removeCustomer", { name: nameOf(user) })} ${t("undoHelp")}`}
              isDangerous
              send={() => client.DELETE("/v1/users/{user_uuid}", { params: { path } })}
              leave={() => {
                location.hash = linkTo("customers");
              }}
            />
          </p>
          <section>
            <h2>{t("websites")}</h2>
            <WebsitesOf {...query} place={place} />
          </section>
          <section>
            <h2>{t("businesses")}</h2>
            <BusinessTable answer={businesses} place={place} />
            <DialogButton
              label={t("addBusiness")}
              question={t("addBusiness")}
              fields={businessFields()}
              send={(values) =>
                client.POST("/v1/businesses", { params: { query }, body: readBusiness(values) })
              }
            />
          </section>
        </>
      )}
    </Shown>
  );
}

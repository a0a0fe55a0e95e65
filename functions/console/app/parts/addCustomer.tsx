import { useConsole } from "../context.ts";
import { t } from "../texts.ts";
import { DialogButton } from "./dialogButton.tsx";

/** Adds a customer with a business and its website. */
export function AddCustomer() {
  const { client } = useConsole();
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
      send={({ first_name, last_name, email, language_preference, ...business }) =>
        client.POST("/v1/onboarding", {
          body: { first_name, last_name, email, language_preference, business },
        })
      }
    />
  );
}

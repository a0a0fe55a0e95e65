import { useConsole } from "../context.ts";
import { DialogButton } from "./dialogButton.tsx";

/** Adds a customer with a business and its website. */
export function AddCustomer() {
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

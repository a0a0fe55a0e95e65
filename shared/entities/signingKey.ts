import { Entity } from "electrodb";
import { key, optionalText, tableConfiguration } from "../table/entity.ts";

/** The signing key that all webhooks' secrets are derived from, by its fingerprint. */
export const SigningKey = new Entity(
  {
    model: { service: "monitoring", entity: "signingKey", version: "1" },
    attributes: {
      /** Missing after an operator has accepted another key: the next key that is read is the one. */
      fingerprint: optionalText,
    },
    indexes: {
      ofTable: { pk: key("pk", "table#", []), sk: key("sk", "signingKey", []) },
    },
  },
  tableConfiguration,
);

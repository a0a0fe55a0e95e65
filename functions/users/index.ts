import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { listUsers } from "./listUsers.ts";

export const handler = endpointGroup("users", {
  "GET /v1/users": listUsers,
});

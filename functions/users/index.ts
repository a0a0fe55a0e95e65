import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { listUsers } from "./listUsers.ts";

export const handler = endpointGroup<typeof description>("users", {
  "GET /v1/users": listUsers,
});

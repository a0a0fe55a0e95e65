import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { deleteUser } from "./deleteUser.ts";
import type { description } from "./description.ts";
import { fetchUser } from "./fetchUser.ts";
import { listUsers } from "./listUsers.ts";
import { updateUser } from "./updateUser.ts";

export const handler = endpointGroup<typeof description>("users", {
  "GET /v1/users": listUsers,
  "GET /v1/users/{user_uuid}": fetchUser,
  "PATCH /v1/users/{user_uuid}": updateUser,
  "DELETE /v1/users/{user_uuid}": deleteUser,
});

import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { deleteUser } from "./deleteUser.ts";
import type { description } from "./description.ts";
import type { description as digests } from "./digestsDescription.ts";
import { exportUser } from "./exportUser.ts";
import { fetchBusinessDigest } from "./fetchBusinessDigest.ts";
import { fetchReportMails } from "./fetchReportMails.ts";
import { fetchUser } from "./fetchUser.ts";
import { fetchUserDigest } from "./fetchUserDigest.ts";
import { fetchWebsiteDigest } from "./fetchWebsiteDigest.ts";
import { listUsers } from "./listUsers.ts";
import { updateReportMails } from "./updateReportMails.ts";
import { updateUser } from "./updateUser.ts";

export const handler = endpointGroup<typeof description & typeof digests>("users", {
  "GET /v1/users": listUsers,
  "GET /v1/users/{user_uuid}": fetchUser,
  "PATCH /v1/users/{user_uuid}": updateUser,
  "GET /v1/users/{user_uuid}/export": exportUser,
  "GET /v1/users/{user_uuid}/report-mails": fetchReportMails,
  "PATCH /v1/users/{user_uuid}/report-mails": updateReportMails,
  "DELETE /v1/users/{user_uuid}": deleteUser,
  "GET /v1/users/{user_uuid}/digest": fetchUserDigest,
  "GET /v1/businesses/{business_uuid}/digest": fetchBusinessDigest,
  "GET /v1/websites/{website_uuid}/digest": fetchWebsiteDigest,
});

import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { createWebsite } from "./createWebsite.ts";
import { deleteWebsite } from "./deleteWebsite.ts";
import type { description } from "./description.ts";
import { fetchWebsite } from "./fetchWebsite.ts";
import { listWebsites } from "./listWebsites.ts";
import { updateWebsite } from "./updateWebsite.ts";

export const handler = endpointGroup<typeof description>("websites", {
  "GET /v1/websites": listWebsites,
  "POST /v1/websites": createWebsite,
  "GET /v1/websites/{website_uuid}": fetchWebsite,
  "PATCH /v1/websites/{website_uuid}": updateWebsite,
  "DELETE /v1/websites/{website_uuid}": deleteWebsite,
});

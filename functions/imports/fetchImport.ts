import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { getImport, presentImport, withUpload } from "./import.ts";

export const fetchImport = endpoint({
  record: "imports",
  // Whoever has the URL of the upload decides which customers are created.
  tellsSecret: true,
  answer: async ({ reseller_uuid, uuid }) =>
    fetched(await withUpload(presentImport(await getImport({ reseller_uuid, uuid })))),
});

import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { getImport, presentImport, withUpload } from "./import.ts";

export const fetchImport = endpoint({
  record: "imports",
  async answer({ reseller_uuid, uuid, event }) {
    const shown = presentImport(await getImport({ reseller_uuid, uuid }));
    // Who has the URL of the upload decides which customers are created.
    return fetched(event.api_key?.is_read_only ? shown : await withUpload(shown));
  },
});

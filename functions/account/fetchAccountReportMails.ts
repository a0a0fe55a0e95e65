import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { readUsualFrequency } from "../reports/reportMails.ts";

export const fetchAccountReportMails = endpoint({
  async answer({ reseller_uuid }) {
    return fetched({ frequency: await readUsualFrequency(reseller_uuid) });
  },
});

import * as z from "zod/mini";
import { createImport } from "../imports/createImport.ts";
import { fetchImport } from "../imports/fetchImport.ts";
import { listImportRows } from "../imports/listImportRows.ts";
import { startImport } from "../imports/startImport.ts";
import { asReseller } from "./asReseller.ts";
import { command, uuid, wholeNumber } from "./command.ts";
import { reseller_uuid } from "./naming.ts";
import { requireOpenReseller, requireReseller } from "./reseller.ts";

const LAST_PAGE = 1000;
const PER_PAGE = "100";

const named = { reseller_uuid, uuid: uuid("The import") };

/** Imports of customers, in a reseller's name; the command line uploads the file to `upload_url`. */
export const importCommands = {
  "import run": command({ reseller_uuid }, async ({ reseller_uuid }) => {
    await requireOpenReseller(reseller_uuid);
    return (await asReseller(reseller_uuid, createImport, {})).data;
  }),
  "import start": command(
    { ...named, dry_run: z.boolean("--dry-run must be true or false.") },
    async ({ reseller_uuid, uuid: import_uuid, dry_run }) => {
      await requireOpenReseller(reseller_uuid);
      const sent = { path: { import_uuid }, body: { dry_run } };
      return withoutUrl((await asReseller(reseller_uuid, startImport, sent)).data);
    },
  ),
  "import show": command(named, async ({ reseller_uuid, uuid: import_uuid }) => {
    await requireReseller(reseller_uuid);
    const sent = { path: { import_uuid } };
    return withoutUrl((await asReseller(reseller_uuid, fetchImport, sent)).data);
  }),
  "import result": command(
    { ...named, page: z._default(wholeNumber("--page", LAST_PAGE), 1) },
    async ({ reseller_uuid, uuid: import_uuid, page }) => {
      await requireReseller(reseller_uuid);
      const query = { status: "faulty", per_page: PER_PAGE, page: String(page) };
      const sent = { path: { import_uuid }, query };
      const { data, meta } = await asReseller(reseller_uuid, listImportRows, sent);
      const faulty = data.flatMap(({ line, errors }) =>
        Object.entries(errors ?? {}).map(([column, broken]) => ({
          ...{ line, column, fault: Object.values(broken).join(" ") },
        })),
      );
      return { page, pages: meta.last_page, faulty };
    },
  ),
};

/** The URL is for the upload alone. */
function withoutUrl<Shown extends { upload_url: unknown; upload_until: unknown }>(shown: Shown) {
  const { upload_url: _, upload_until: __, ...rest } = shown;
  return rest;
}

import type { Section } from "./report.ts";
import { badVersions } from "./versions/bad.ts";
import { CALLS_A_MINUTE, openStage, type Rehearsal } from "./versions/rehearse.ts";

/** Which signal stops which bad version of a function, after how many of its calls. */
export async function measure(): Promise<Section> {
  const rows: Rehearsal[] = [];
  const stage = await openStage();
  for (const version of badVersions) rows.push(await stage.rehearse(version));
  await stage.close();
  return {
    title: "Bad versions, and what stops them",
    columns: [
      "version",
      "function",
      "hook, after calls",
      "alarm without the hook, after calls",
      "told to be down",
    ],
    rows: rows.map(({ what, folder, hook, alarm, told }) => [
      what,
      folder,
      hook ? `${hook.by}: ${hook.calls}` : "passes",
      alarm ? `${alarm.by}: ${alarm.calls}, minute ${alarm.minute}` : "none",
      told ?? "",
    ]),
    notes: [
      `Real handlers, table, hooks and the template of prod; ${CALLS_A_MINUTE} calls a minute reach a function,`,
      "a tenth of them the new version. The clock is simulated. Calls count those of the new version only.",
    ],
  };
}

import type { Command } from "commander";
import { planFeatures } from "../../../shared/resources/planFeatures.ts";
import { goOn } from "./goOn.ts";
import { collect, example, type Run } from "./options.ts";

const SWITCHES = `\nThe switches:\n${planFeatures.map((name) => `  ${name}`).join("\n")}`;

export function definePlanCommands(program: Command, run: Run) {
  const plan = program.command("plan").description("plans of a reseller");
  plan
    .command("create")
    .description("Create a plan.")
    .requiredOption("--reseller <reseller>", "whose plan it is; its uuid or name")
    .requiredOption("--name <name>", "the plan's name")
    .option("--default", "make it the default plan, which onboarded businesses get")
    .option("--with <switches>", "the switches that are on; default none", collect)
    .option(
      "--uptime-interval <minutes>",
      "between two uptime checks; without it, the stage's",
      Number,
    )
    .option("--audit-interval <hours>", "between two audits; without it, the stage's", Number)
    .addHelpText("after", example("plan create --reseller UUID --name Basic --with ssl,downtime"))
    .addHelpText("after", SWITCHES)
    .action(({ reseller: reseller_uuid, ...plan }) =>
      run("plan create", { reseller_uuid, ...fieldsOf(plan) }),
    );
  plan
    .command("list")
    .description("List the plans of a reseller, or of all.")
    .option("--reseller <reseller>", "only those of this reseller; its uuid or name")
    .addHelpText("after", example("plan list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("plan list", { reseller_uuid }));
  plan
    .command("update <uuid>")
    .description("Change a plan; omitted settings stay.")
    .option("--name <name>", "the plan's new name")
    .option("--default", "make it the default plan, which onboarded businesses get")
    .option("--with <switches>", "switches to turn on", collect)
    .option("--without <switches>", "switches to turn off", collect)
    .option("--uptime-interval <minutes>", "between two uptime checks, 1 to 1440", Number)
    .option("--audit-interval <hours>", "between two audits, 1 to 720", Number)
    .addHelpText("after", example("plan update UUID --with blog --audit-interval 12"))
    .addHelpText("after", SWITCHES)
    .action((uuid, changes) => run("plan update", { uuid, ...fieldsOf(changes) }));
  plan
    .command("delete <uuid>")
    .description("Delete a plan and move its businesses to another one.")
    .option("--move-to <uuid>", "the plan for its businesses; required if it has any")
    .addHelpText("after", example("plan delete UUID --move-to UUID"))
    .action((uuid, { moveTo: move_to }) =>
      run("plan delete", { uuid, move_to }, (first, { ask }) =>
        goOn(first as PlanDeletion, {
          hasMore: ({ deleted }) => !deleted,
          say: ({ moved }) => `Moved ${moved} businesses`,
          more: async ({ moved }) =>
            (await ask("plan delete", { uuid, move_to, moved })) as PlanDeletion,
        }),
      ),
    );
}

/** The result of `plan delete`, which moves some businesses at a time. */
interface PlanDeletion {
  moved: number;
  deleted: boolean;
}

function fieldsOf({ uptimeInterval, auditInterval, ...fields }: Record<string, unknown>) {
  return {
    ...fields,
    uptime_interval_minutes: uptimeInterval,
    audit_interval_hours: auditInterval,
  };
}

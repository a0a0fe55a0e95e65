import type { Command } from "commander";
import { collect, example, type Run } from "./options.ts";

const EXPIRES =
  "at the end of a day (2027-01-31, in UTC), or after a number of h (hours), d (days), w (weeks) or y (years of 365 days); without it, never";

const ALLOW_IP = "accept it only from this address or network (203.0.113.0/24); can be repeated";

export function defineKeyCommands(program: Command, run: Run) {
  const key = program.command("key").description("API keys of a reseller");
  key
    .command("create")
    .description("Issue an API key. It is shown only once.")
    .requiredOption("--reseller <reseller>", "whose key it is; its uuid or name")
    .requiredOption("--name <name>", "what the key is for")
    .option("--expires <when>", EXPIRES)
    .option("--test", "for the reseller's sandbox, which has its own records")
    .option("--read-only", "for GET and HEAD only, and no secrets")
    .option("--allow-ip <network>", ALLOW_IP, collect)
    .addHelpText("after", example("key create --reseller UUID --name Production --expires 90d"))
    .action(({ reseller: reseller_uuid, ...options }) =>
      run("key create", { reseller_uuid, ...options }),
    );
  key
    .command("set <uuid>")
    .description("Set a key's rights and networks; takes effect within 10 seconds.")
    .option("--read-only", "for GET and HEAD only, and no secrets")
    .option("--read-write", "for everything")
    .option("--allow-ip <network>", `${ALLOW_IP}; replaces those set before`, collect)
    .option("--any-ip", "accept it from anywhere")
    .addHelpText(
      "after",
      example("key set UUID --allow-ip 203.0.113.0/24 --allow-ip 2001:db8::/32"),
    )
    .action((uuid, options) => run("key set", { uuid, ...options }));
  key
    .command("rotate <uuid>")
    .description(
      "Replace a key by a new one with the same rights; the old one stays valid for a while.",
    )
    .option("--overlap <time>", "how long the old key stays valid; default 24h")
    .option("--expires <when>", EXPIRES)
    .addHelpText("after", example("key rotate UUID --overlap 7d"))
    .action((uuid, options) => run("key rotate", { uuid, ...options }));
  key
    .command("rename <uuid>")
    .description("Rename a key; it stays valid.")
    .requiredOption("--name <name>", "what the key is for")
    .addHelpText("after", example("key rename UUID --name 'Web shop'"))
    .action((uuid, { name }) => run("key rename", { uuid, name }));
  key
    .command("list")
    .description("List the keys of a reseller and its sandbox, without the keys themselves.")
    .requiredOption("--reseller <reseller>", "whose keys; its uuid or name")
    .addHelpText("after", example("key list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("key list", { reseller_uuid }));
  key
    .command("revoke <uuid>")
    .description("Revoke a key for good: it is refused everywhere within 10 seconds.")
    .addHelpText("after", example("key revoke UUID"))
    .action((uuid) => run("key revoke", { uuid }));
}

import * as z from "zod/mini";
import { Reseller } from "../../shared/entities/reseller.ts";
import { command, uuid, WrongInput } from "./command.ts";
import { requireReseller } from "./reseller.ts";

const MAX_LENGTH = 255;

/** A text that may be "", which removes what was set. */
function setting(what: string, form: string, holds: (value: string) => boolean) {
  const error = `${what} must be ${form}; "" removes it.`;
  const fits = (value: string) => value === "" || ([...value].length <= MAX_LENGTH && holds(value));
  return z.optional(z.string(error).check(z.trim(), z.refine(fits, error)));
}

const isLine = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value);
const isAddress = (value: string) => z.regexes.email.test(value);
const isSecureUrl = (value: string) => {
  const url = URL.parse(value);
  return url?.protocol === "https:" && !url.username && !url.password && !/\s/.test(value);
};

const settings = {
  sender_name: setting("--sender-name", `one line of at most ${MAX_LENGTH} characters`, isLine),
  reply_to: setting("--reply-to", "an e-mail address", isAddress),
  logo_url: setting("--logo-url", "an https URL", isSecureUrl),
  colour: setting("--colour", "a colour such as #1f5fbf", (value) => /^#[0-9a-f]{6}$/i.test(value)),
  link: setting("--link", "an https URL", isSecureUrl),
  email: setting("--email", "an e-mail address", isAddress),
};

const names = Object.keys(settings) as (keyof typeof settings)[];

/** Sets what a reseller's mails look like, and where the reseller is told; what is not named stays. */
export const setReseller = command(
  { uuid: uuid("The reseller", "reseller list"), ...settings },
  async ({ uuid, ...given }) => {
    const named = names.filter((name) => given[name] !== undefined);
    if (named.length === 0) {
      const options = names.map((name) => `--${name.replace("_", "-")}`).join(", ");
      throw new WrongInput(`Nothing to change: give one or more of ${options}.`);
    }
    await requireReseller(uuid);
    await Reseller.patch({ uuid })
      .set(
        Object.fromEntries(named.filter((name) => given[name]).map((name) => [name, given[name]])),
      )
      .remove(named.filter((name) => !given[name]))
      .go();
    const reseller = await requireReseller(uuid);
    return {
      uuid,
      name: reseller.name,
      ...Object.fromEntries(names.map((name) => [name, reseller[name] ?? null])),
    };
  },
);

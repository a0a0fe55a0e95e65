import { SigningKey } from "../../shared/entities/signingKey.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { command, WrongInput } from "./command.ts";
import { yes } from "./deletions.ts";

/**
 * Makes the key that is read next the signing key, where the one of before is lost. Every webhook then has
 * other secrets.
 */
export const acceptSigningKey = command({ yes }, async ({ yes }) => {
  if (!yes) {
    throw new WrongInput(
      "This changes the secret of every webhook: receivers refuse deliveries until they have the new one. Add --yes to do it.",
    );
  }
  await writeIfTrue(() => SigningKey.put({}).go());
  return { accepted: "the signing key that is read next" };
});

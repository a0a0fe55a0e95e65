import { join } from "node:path";
import { Problem } from "../terminal.ts";

/**
 * Throws a Problem if the signing key is not the one that webhooks' secrets came from. Needs the functions'
 * environment, and their table.
 */
export async function assertSigningKey(dataDir: string) {
  const { checkSigningKey, SigningKeyUnusable } = await import(
    "../../functions/events/signingKey.ts"
  );
  try {
    await checkSigningKey();
  } catch (error) {
    if (!(error instanceof SigningKeyUnusable)) throw error;
    throw new Problem(
      `${error.message}: put the old ${join(dataDir, "signing-key")} back, or delete it and run ` +
        '"npm run -s admin -- signing-key accept --yes", which changes the secret of every webhook.',
    );
  }
}

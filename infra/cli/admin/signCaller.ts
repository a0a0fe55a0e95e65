import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";
import { BINDING_HEADER, bindingOf, type Sent } from "../../../functions/operators/caller.ts";

type Settings = ConstructorParameters<typeof SignatureV4>[0];

/** Time for the command to reach the function, retries included. */
const VALID_SECONDS = 300;

/**
 * The signed query with which the operators' function asks STS who sends a command. It is worth nothing for
 * another command, nor after five minutes.
 */
export async function signCaller(
  sent: Sent,
  { region, credentials }: Pick<Settings, "credentials"> & { region: string },
): Promise<string> {
  const sha256 = Hash.bind(null, "sha256");
  const signer = new SignatureV4({ region, credentials, service: "sts", sha256 });
  const hostname = `sts.${region}.amazonaws.com`;
  const { query = {} } = await signer.presign(
    {
      ...{ method: "GET", protocol: "https:", hostname, path: "/" },
      query: { Action: "GetCallerIdentity", Version: "2011-06-15" },
      headers: { host: hostname, [BINDING_HEADER]: bindingOf(sent) },
    },
    { expiresIn: VALID_SECONDS },
  );
  return String(new URLSearchParams(query as Record<string, string>));
}

import { optionalEnv, requireEnv } from "../env.ts";
import { newSigner } from "../signer.ts";

interface Link {
  method: "GET" | "PUT";
  /** The file's key in the bucket: letters, digits, `/`, `-`, `.` and `_`. */
  key: string;
  seconds: number;
  /** The name under which a browser saves the file. */
  fileName?: string;
  /** The stage's, unless a link is checked. */
  bucket?: string;
  /** When the link begins to be valid; now, unless a link is checked. */
  from?: Date;
}

/**
 * A URL with which anybody may upload or download one file of the bucket for some time. The role of the
 * function that signs must allow the same. Without the S3 client, which takes longer to load than a request.
 */
export async function signUrl(link: Link): Promise<string> {
  const { method, key, seconds, fileName, from, bucket = requireEnv("FILES_BUCKET") } = link;
  const region = requireEnv("AWS_REGION");
  const { origin, path } = placeOf(bucket, region);
  const { protocol, host, hostname, port } = new URL(origin);
  const sessionToken = optionalEnv("AWS_SESSION_TOKEN");
  const signer = newSigner({
    region,
    service: "s3",
    uriEscapePath: false,
    credentials: {
      accessKeyId: requireEnv("AWS_ACCESS_KEY_ID"),
      secretAccessKey: requireEnv("AWS_SECRET_ACCESS_KEY"),
      ...(sessionToken && { sessionToken }),
    },
  });
  const disposition = fileName && `attachment; filename="${fileName}"`;
  const { query = {} } = await signer.presign(
    {
      ...{ method, protocol, hostname, ...(port && { port: Number(port) }) },
      path: `${path}/${key}`,
      query: disposition ? { "response-content-disposition": disposition } : {},
      headers: { host, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
    },
    { expiresIn: seconds, ...(from && { signingDate: from }) },
  );
  return `${origin}${path}/${key}?${new URLSearchParams(query as Record<string, string>)}`;
}

/** Where the bucket is: like the SDK, at AWS_ENDPOINT_URL_S3 if that is set. */
function placeOf(bucket: string, region: string) {
  const endpoint = optionalEnv("AWS_ENDPOINT_URL_S3");
  if (endpoint) return { origin: new URL(endpoint).origin, path: `/${bucket}` };
  return { origin: `https://${bucket}.s3.${region}.amazonaws.com`, path: "" };
}

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * Gives requests to DynamoDB a made-up signature, which saves processor time: the embedded DynamoDB only
 * checks that there is one. Requests to other services are signed.
 */
const MADE_UP = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20260101T000000Z",
};

interface Request {
  headers: Record<string, string>;
}
interface Signer {
  sign(request: Request, ...more: unknown[]): Promise<unknown>;
  [isReplaced]?: true;
}

const isReplaced = Symbol.for("signs no request to DynamoDB");

// Test files share the AWS SDK and the class of its signers.
const client = new DynamoDBClient({ region: "eu-west-1" });
const signer: Signer = Object.getPrototypeOf(await client.config.signer());
client.destroy();

if (!signer[isReplaced]) {
  const { sign } = signer;
  signer[isReplaced] = true;
  signer.sign = async function (this: Signer, request, ...more) {
    const isOfTable = request.headers["x-amz-target"]?.startsWith("DynamoDB_");
    if (!isOfTable) return await sign.call(this, request, ...more);
    Object.assign(request.headers, MADE_UP);
    return request;
  };
}

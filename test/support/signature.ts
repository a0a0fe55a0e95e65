import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * Requests to DynamoDB have a signature that is made up: the embedded one only looks whether there is
 * one, and to make one is 6 % of the processor time of a request. Those to other services are signed.
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

// Files of tests share the AWS SDK, and with it the class of its signers.
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

import { describe, expect, it } from "vitest";
import { folderBehind, resourcesOf, synthesize } from "../../support/stack.ts";

const template = synthesize("prod");
const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping")
  .map(([, { Properties }]) => Properties)
  .filter(({ StartingPosition }) => StartingPosition);
const [stream] = mappings;

it("the stream is followed by the dispatcher alone", () => {
  // A stream's shard takes two readers at once, and an operator may need the second.
  const folders = mappings.map(({ FunctionName }) => folderBehind(template, FunctionName));
  expect(folders).toEqual(["changes"]);
});

describe("the dispatcher", () => {
  it("leaves the records that crash it, whole, in a private bucket for two weeks", () => {
    const destination = stream.DestinationConfig.OnFailure.Destination["Fn::GetAtt"][0];
    const bucket = template.Resources[destination];
    const policies = resourcesOf(template, "AWS::S3::BucketPolicy").filter(
      ([, { Properties }]) => Properties.Bucket.Ref === destination,
    );
    expect(bucket).toMatchObject({
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
          ],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 14, Status: "Enabled" }] },
      },
    });
    expect(bucket?.Properties.BucketName).toBeUndefined();
    expect(policies.map(([, { Properties }]) => Properties.PolicyDocument.Statement)).toEqual([
      [
        expect.objectContaining({
          Effect: "Deny",
          Action: "s3:*",
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        }),
      ],
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { synthesize, theOne } from "../support/stack.ts";

const TABLE = "AWS::DynamoDB::GlobalTable";

describe("the table", () => {
  it("has the keys, the index, the stream and the expiry that the code relies on", () => {
    const { Properties } = theOne(synthesize(), TABLE);
    expect(Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "gsi1",
          KeySchema: [
            { AttributeName: "gsi1pk", KeyType: "HASH" },
            { AttributeName: "gsi1sk", KeyType: "RANGE" },
          ],
          Projection: {
            ProjectionType: "INCLUDE",
            NonKeyAttributes: [
              "__edb_e__",
              "__edb_v__",
              "uuid",
              "reseller_uuid",
              "name",
              "created_at",
              "due_at",
              "seat",
            ],
          },
        },
        {
          IndexName: "gsi2",
          KeySchema: [
            { AttributeName: "gsi2pk", KeyType: "HASH" },
            { AttributeName: "gsi2sk", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "KEYS_ONLY" },
        },
      ],
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
      TimeToLiveSpecification: { AttributeName: "expires_epoch", Enabled: true },
    });
  });

  it.each(["dev", "prod"])("in %s can be restored to any second and is encrypted", (stage) => {
    const { Properties } = theOne(synthesize(stage), TABLE);
    // DynamoDB encrypts every table; SSEEnabled would say: with a key in KMS.
    expect(Properties.SSESpecification).toEqual({ SSEEnabled: false });
    expect(Properties.Replicas).toHaveLength(1);
    expect(Properties.Replicas[0].PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
    });
  });

  it("is kept in prod whatever becomes of the stack", () => {
    const prod = synthesize("prod");
    expect(theOne(prod, TABLE).DeletionPolicy).toBe("Retain");
    expect(theOne(prod, TABLE).Properties.Replicas[0].DeletionProtectionEnabled).toBe(true);
    expect(prod.terminationProtection).toBe(true);
  });

  it("goes with the stack in dev", () => {
    const dev = synthesize("dev");
    expect(theOne(dev, TABLE).DeletionPolicy).toBe("Delete");
    expect(theOne(dev, TABLE).Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
    expect(dev.terminationProtection).toBe(false);
  });
});

import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { functionFolders } from "../../../infra/function/entries.ts";
import { folderOf, resourcesOf, synthesize } from "../../support/stack.ts";

const template = synthesize("prod");
const functions = resourcesOf(template, "AWS::Lambda::Function");

describe("the functions", () => {
  it("are the folders of functions/ that have a handler", () => {
    const handlers = functionFolders().map((folder) => basename(folder));
    // Those of other regions are in stacks of their own.
    const folders = [...functions.map(([, handler]) => folderOf(handler)), "probe"];
    expect(folders.toSorted()).toEqual(handlers.toSorted());
  });

  it("run on Node 24 and arm64, each with its own role, limits and a log that ends", () => {
    const roles = functions.map(([, { Properties }]) => Properties.Role["Fn::GetAtt"][0]);
    expect(new Set(roles).size).toBe(functions.length);
    for (const [id, { Properties }] of functions) {
      const { Runtime, Architectures, LoggingConfig } = Properties;
      expect([Runtime, Architectures], id).toEqual(["nodejs24.x", ["arm64"]]);
      const logGroup = template.Resources[LoggingConfig.LogGroup.Ref];
      expect(logGroup?.Properties.RetentionInDays, id).toBe(90);
    }
  });
});

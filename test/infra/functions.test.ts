import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { functionFolders } from "../../infra/bundling/entries.ts";
import { apiFunctionNames } from "../../shared/routes.ts";
import { EVERYTHING, folderOf, resourcesOf, synthesize } from "../support/stack.ts";

const template = synthesize("prod");
const functions = resourcesOf(template, "AWS::Lambda::Function");

describe("the functions", () => {
  it("are the folders of functions/ that have a handler", () => {
    const handlers = functionFolders().map((folder) => basename(folder));
    // Those of other regions are in stacks of their own.
    const folders = [...functions.map(([, handler]) => folderOf(handler)), "probe"];
    expect(folders.toSorted()).toEqual(handlers.toSorted());
  });

  it.each(functions)("%s runs on Node 24 and arm64, with its own limits", (_, handler) => {
    expect(handler.Properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      MemorySize: expect.any(Number),
      Timeout: expect.any(Number),
      LoggingConfig: { LogFormat: "Text" },
    });
    expect(handler.Properties.Layers).toBeUndefined();
    expect(handler.Properties.TracingConfig).toBeUndefined();
  });

  it.each(functions)("%s has a log group with a retention time", (_, handler) => {
    const logGroup = template.Resources[handler.Properties.LoggingConfig.LogGroup.Ref];
    expect(logGroup?.Properties.RetentionInDays).toBe(90);
  });

  it("have a role each", () => {
    const roles = functions.map(([, { Properties }]) => Properties.Role["Fn::GetAtt"][0]);
    expect(new Set(roles).size).toBe(functions.length);
  });

  it("that answer requests know the origins that are allowed, and the reference the contact", () => {
    const told = new Map(
      resourcesOf(synthesize("prod", EVERYTHING), "AWS::Lambda::Function").map(([, handler]) => [
        folderOf(handler),
        handler.Properties.Environment?.Variables ?? {},
      ]),
    );
    for (const group of [...apiFunctionNames, "open"]) {
      expect(told.get(group)).toMatchObject({
        ALLOWED_ORIGINS: EVERYTHING.allowedOrigins,
        HSTS_SECONDS: "31536000",
      });
    }
    expect(told.get("open")).toMatchObject({ SECURITY_CONTACT: EVERYTHING.securityContact });
    expect(told.get("websites")).not.toHaveProperty("SECURITY_CONTACT");
  });
});

import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { functionFolders } from "../../infra/bundling/entries.ts";
import { apiFunctionNames } from "../../shared/routes.ts";
import { EVERYTHING, folderOf, resourcesOf, synthesize, workersOf } from "../support/stack.ts";

const template = synthesize("prod");
const functions = resourcesOf(template, "AWS::Lambda::Function");

describe("the functions", () => {
  it("are the folders of functions/ that have a handler", () => {
    const handlers = functionFolders().map((folder) => basename(folder));
    // Those of other regions are in stacks of their own.
    const folders = [...functions.map(([, handler]) => folderOf(handler)), "probe"];
    expect(folders.toSorted()).toEqual(handlers.toSorted());
  });

  it.each(functionFolders())("%s has tests of its own", (folder) => {
    expect(globSync(`test/functions/${folder}{.test.ts,/**/*.test.ts}`)).not.toEqual([]);
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

  it("know the table, and only the variables that they need", () => {
    const queues = {
      uptime: "UPTIME_QUEUE_URL",
      audit: "AUDIT_QUEUE_URL",
      slowAudit: "SLOW_AUDIT_QUEUE_URL",
    };
    const intervals = ["UPTIME_INTERVAL_MINUTES", "AUDIT_INTERVAL_MINUTES"] as const;
    const rates = [
      "READS_PER_MINUTE",
      "WRITES_PER_MINUTE",
      "DELIVERIES_PER_MINUTE",
      "REQUESTS_AT_ONCE",
    ];
    const workers = workersOf(template);
    const pages = ["AUDIT_MAX_PAGES", "AUDIT_AT_ONCE", "RDAP_BOOTSTRAP_URL"];
    const ofAudits = ["TABLE_NAME", intervals[1], ...pages, ...rates];
    const own: Record<string, string[]> = {
      ...Object.fromEntries(apiFunctionNames.map((name) => [name, ["TABLE_NAME", ...rates]])),
      webhooks: ["TABLE_NAME", ...rates, "SIGNING_KEY_SECRET_ARN"],
      schedule: [
        "TABLE_NAME",
        "ROUNDS_QUEUE_URL",
        ...Object.values(queues),
        "LANES_QUEUE_URL",
        "MAIL_QUEUE_URL",
        "CLEANUP_QUEUE_URL",
      ],
      changes: [
        "TABLE_NAME",
        "AUDIT_LOG_DAYS",
        "CHANGES_QUEUE_URL",
        queues.uptime,
        "COMPETITOR_QUEUE_URL",
        "CLEANUP_QUEUE_URL",
        "DELIVERIES_QUEUE_URL",
        "LANES_QUEUE_URL",
        "MAIL_QUEUE_URL",
        "SUBSCRIPTIONS_QUEUE_URL",
      ],
      cleanup: ["TABLE_NAME", "CLEANUP_QUEUE_URL"],
      mailer: ["TABLE_NAME", "API_URL"],
      operators: [
        "TABLE_NAME",
        "AUDIT_LOG_DAYS",
        ...intervals,
        ...rates,
        "MAIL_QUEUE_URL",
        "CLEANUP_QUEUE_URL",
        "COMPETITOR_QUEUE_URL",
        "CHANGES_QUEUE_URL",
        "LOST_RECORDS_BUCKET",
        ...workers.map((worker) => `DEAD_LETTERS_${worker}`),
      ],
      competitorReader: ["TABLE_NAME", "ATTEMPTS", "COMPETITOR_QUEUE_URL"],
      deliverer: ["TABLE_NAME", ...rates, "SIGNING_KEY_SECRET_ARN"],
      retrier: ["TABLE_NAME", ...rates, "SIGNING_KEY_SECRET_ARN", "LANES_QUEUE_URL"],
      uptime: ["TABLE_NAME", intervals[0], queues.uptime, ...rates],
      rounds: ["TABLE_NAME", queues.uptime],
      subscriptions: ["TABLE_NAME", ...intervals, "SUBSCRIPTIONS_QUEUE_URL"],
      audit: [...ofAudits, queues.audit],
      slowAudit: [...ofAudits, queues.slowAudit],
    };
    for (const [, handler] of functions) {
      const known = Object.keys(handler.Properties.Environment?.Variables ?? {});
      const folder = folderOf(handler);
      // A queue feeds the dispatcher as well, but it visits nobody.
      const visits = workers.includes(folder) && folder !== "changes";
      const wanted = [...(own[folder] ?? ["TABLE_NAME"]), ...(visits ? ["CONTACT_URL"] : [])];
      expect(known.toSorted()).toEqual([...wanted, "METRIC_NAMESPACE"].toSorted());
      expect(handler.Properties.Environment?.Variables?.["METRIC_NAMESPACE"]).toBe(
        "ResellerMonitoring/prod",
      );
    }
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

  it("include the operators' function under the name that operators use", () => {
    const names = functions.map(([, { Properties }]) => Properties.FunctionName).filter(Boolean);
    expect(names).toEqual(["reseller-monitoring-prod-admin"]);
  });
});

import { type App, Duration, Stack, Tags } from "aws-cdk-lib";
import { acknowledgeFindings } from "../acknowledgedFindings.ts";
import { ServiceFunction } from "../function/serviceFunction.ts";
import { probeFunctionName, type Settings, tagsOf } from "../settings.ts";

/**
 * Probes websites from another region than the service's. The uptime worker invokes the function by its
 * name; its role allows nothing but its log. The alarm for a probe function that does not answer is in
 * the service's stack.
 */
class Probe extends Stack {
  constructor(scope: App, region: string, settings: Settings) {
    const { stage, contactUrl, uptime } = settings;
    super(scope, `ResellerMonitoring-${stage}-probe-${region}`, {
      env: { region },
      description: "Probes websites of the reseller website monitoring API from another region",
    });
    new ServiceFunction(this, "Probe", {
      settings,
      folder: "workers/probe",
      description: "Probes websites from another region",
      loss: "A failure is confirmed from one region alone",
      functionName: probeFunctionName(stage),
      // The uptime worker sends all the websites that it probes at once.
      memoryMb: uptime.memoryMb,
      // 100 probes begin within a second; two requests of 10 and 5 seconds each, and questions to name servers about IPv6.
      timeout: Duration.seconds(25),
      ...(contactUrl && { environment: { CONTACT_URL: contactUrl } }),
    });
    for (const [name, value] of Object.entries(tagsOf(settings))) Tags.of(this).add(name, value);
    acknowledgeFindings(this);
  }
}

/** The stacks of a stage's probe functions, one for each region. */
export function addProbes(app: App, settings: Settings): Stack[] {
  const { probeRegions = [] } = settings;
  return probeRegions.map((region) => new Probe(app, region, settings));
}

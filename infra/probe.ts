import { type App, Duration, Stack, Tags } from "aws-cdk-lib";
import { acknowledgeFindings } from "./acknowledgedFindings.ts";
import { ServiceFunction } from "./serviceFunction.ts";
import { probeFunctionName, type Settings, tagsOf } from "./settings.ts";

/**
 * Probes websites from a region that is not the service's own: a function that the uptime worker invokes
 * by its name, and that may do nothing but write its log. The service's own stack has the alarm for a
 * probe function that does not answer.
 */
class Probe extends Stack {
  constructor(scope: App, region: string, settings: Settings) {
    const { stage, contactUrl, uptime } = settings;
    super(scope, `ResellerMonitoring-${stage}-probe-${region}`, {
      env: { region },
      description: "Looks at websites of the reseller website monitoring API from another region",
    });
    new ServiceFunction(this, "Probe", {
      settings,
      folder: "monitoring/probe",
      description: "Looks at websites from another region",
      loss: "A failure is confirmed from one region alone",
      functionName: probeFunctionName(stage),
      // As many websites at once as the uptime worker.
      memoryMb: uptime.memoryMb,
      // Two requests of 10 and 5 seconds, and questions to name servers about IPv6.
      timeout: Duration.seconds(20),
      ...(contactUrl && { environment: { CONTACT_URL: contactUrl } }),
    });
    for (const [name, value] of Object.entries(tagsOf(settings))) Tags.of(this).add(name, value);
    acknowledgeFindings(this);
  }
}

/** The stacks of a stage's probe functions, one a region. */
export function addProbes(app: App, settings: Settings): Stack[] {
  const { probeRegions = [] } = settings;
  return probeRegions.map((region) => new Probe(app, region, settings));
}

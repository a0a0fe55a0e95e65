import { CfnOutput } from "aws-cdk-lib";
import {
  ApiMapping,
  DomainName,
  type HttpApi,
  type HttpStage,
  IpAddressType,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Settings } from "./settings.ts";

/**
 * Gives the API the domain of its own that the settings name, if any, and returns it. An output says
 * where its DNS record has to lead.
 */
export function addDomain(
  stage: HttpStage,
  api: HttpApi,
  { domainName, certificateArn }: Settings,
): string | undefined {
  if (!domainName || !certificateArn) return undefined;
  const domain = new DomainName(stage, "Domain", {
    domainName,
    certificate: Certificate.fromCertificateArn(stage, "Certificate", certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
    ipAddressType: IpAddressType.DUAL_STACK,
  });
  new ApiMapping(stage, "Mapping", { api, stage, domainName: domain });
  const value = `${domainName} CNAME ${domain.regionalDomainName}`;
  new CfnOutput(stage, "DomainRecord", { value });
  return domainName;
}

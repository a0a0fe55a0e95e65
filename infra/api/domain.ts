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
import type { Settings } from "../settings.ts";

/**
 * Adds the domain name of the settings, if any, to the API and returns it. An output shows the DNS
 * record to make.
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

import { deploymentRules } from "../deploymentSettings.ts";
import { Problem } from "../terminal.ts";

const WHOLE_NUMBER = { kind: "a whole number", pattern: /^\d{1,9}$/ };

/** What can be set for the functions that run here, and for their log. */
const RULES: Record<string, { kind: string; pattern: RegExp }> = {
  READS_PER_MINUTE: WHOLE_NUMBER,
  WRITES_PER_MINUTE: WHOLE_NUMBER,
  REQUEST_TIMEOUT_MS: WHOLE_NUMBER,
  ALLOWED_ORIGINS: deploymentRules.allowedOrigins,
  SECURITY_CONTACT: deploymentRules.securityContact,
  LOG_FORMAT: { kind: "json or text", pattern: /^(?:json|text)$/ },
};

/** Throws a Problem for a variable that is set to what it can't be. */
export function assertVariables() {
  for (const [name, { kind, pattern }] of Object.entries(RULES)) {
    const value = process.env[name];
    if (value && !pattern.test(value))
      throw new Problem(`${name} must be ${kind}, not "${value}".`);
  }
}

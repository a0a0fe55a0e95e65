/** The operators' function of a stage, as the stack names it and the command line invokes it. */
export function adminFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-admin`;
}

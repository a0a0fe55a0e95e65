/**
 * How many random cases a property is tried with: all of them by `npm run test:thorough`, as CI does,
 * and a tenth by `npm test`.
 */
export function runs(thorough: number): number {
  return process.env["MODE"] === "thorough" ? thorough : Math.ceil(thorough / 10);
}

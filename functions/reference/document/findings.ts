import * as z from "zod/mini";
import { named } from "../../../shared/fields/described.ts";
import { findingSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { faultKinds } from "../../audit/faultKinds.ts";
import type { FaultKind } from "../../audit/finding.ts";

const pascal = (name: string) =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The schemas of findings: one for the codes of a type whose details have the same shape, named after the type
 * or, if a type has several, after its first code: `SpellingFinding`, `MissingH1Finding`.
 */
export const findings = Object.entries(faultKinds).flatMap(([type, kinds]) => {
  const byDetail = Map.groupBy(Object.entries<FaultKind>(kinds), ([, { detail }]) =>
    JSON.stringify(z.toJSONSchema(detail)),
  );
  return [...byDetail.values()].map((same) => {
    const codes = same.map(([code]) => code);
    const [[first, { detail }]] = same as [[string, FaultKind]];
    const name = `${pascal(byDetail.size === 1 ? type : first)}Finding`;
    const schema = named(
      name,
      z.extend(findingSchema, { type: z.literal(type), code: z.enum(codes), detail }),
    );
    return { name, codes, schema };
  });
});

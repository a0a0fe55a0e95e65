import { Competitor, type CompetitorRecord } from "../../shared/entities/competitor.ts";
import { RecordNotFound } from "../../shared/errors.ts";

/** A reseller's competitor; throws RecordNotFound. */
export async function getCompetitor(
  reseller_uuid: string,
  uuid: string,
): Promise<CompetitorRecord> {
  const { data } = await Competitor.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!data) throw new RecordNotFound("competitors");
  return data;
}

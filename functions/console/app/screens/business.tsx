import { useEffect } from "preact/hooks";
import { useGet } from "../answers.ts";
import { OfRecord } from "../parts/record.tsx";
import { linkTo, type ScreenProps } from "../place.ts";

/** The address of a business without its customer, which leads to the customer's page. */
export function BusinessScreen({ place }: ScreenProps) {
  const [, business_uuid = ""] = place.path;
  const answer = useGet("/v1/businesses/{business_uuid}", { path: { business_uuid } });
  const name = answer.data?.data.name;
  const listed = useGet("/v1/account/businesses", name ? { query: { name, per_page: 100 } } : null);
  const business = listed.data?.data.find(({ uuid }) => uuid === business_uuid);
  useEffect(() => {
    if (business) location.replace(linkTo(`customers/${business.user_uuid}/${business_uuid}`));
  }, [business]);
  return (
    <OfRecord kind="business" uuid={business_uuid} answer={answer}>
      {({ data }) => (
        <h1>
          <bdi>{data.name}</bdi>
        </h1>
      )}
    </OfRecord>
  );
}

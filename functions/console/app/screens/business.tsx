import { useEffect } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { OfRecord } from "../parts/record.tsx";
import { linkTo, type ScreenProps } from "../place.ts";

/** The address of a business without its customer, which leads to the customer's page. */
export function BusinessScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, business_uuid = ""] = place.path;
  const answer = useAnswer(`business ${business_uuid}`, (signal) =>
    client.GET("/v1/businesses/{business_uuid}", { params: { path: { business_uuid } }, signal }),
  );
  const name = answer.data?.data.name;
  const listed = useAnswer(name && `businesses called ${name}`, (signal) =>
    client.GET("/v1/account/businesses", { params: { query: { name, per_page: 100 } }, signal }),
  );
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

import type { User } from "reseller-website-monitoring-client";
import { linkTo } from "../place.ts";
import { t } from "../texts.ts";

/** Whom the desk writes to about a website. */
export function Customer({ customer }: { customer: User | undefined }) {
  if (!customer) return <>–</>;
  const { uuid, email } = customer;
  return (
    <>
      <a href={linkTo(`customers/${uuid}`)}>
        <bdi>{nameOf(customer)}</bdi>
      </a>
      {" · "}
      <a href={`mailto:${email}`}>
        <bdi>{email}</bdi>
      </a>
    </>
  );
}

/** Why nothing of a suspended customer is checked, and what ends that. */
export function Suspended({ customer }: { customer: User }) {
  return <>{t("suspendedHelp", { name: nameOf(customer), resume: t("resume") })}</>;
}

export const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`;

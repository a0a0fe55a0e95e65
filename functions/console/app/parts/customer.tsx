import type { User } from "reseller-website-monitoring-client";
import { linkTo } from "../place.ts";

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

/** Why nothing of a suspended customer is checked. */
export function Suspended({ customer }: { customer: User }) {
  return <>Nothing is checked: the customer {nameOf(customer)} is suspended.</>;
}

export const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`;

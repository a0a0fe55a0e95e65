/** The product token that a robots.txt may address (RFC 9309, 2.2.1). */
export const ROBOT_NAME = "ResellerMonitoring";

const { CONTACT_URL } = process.env;

/** Who is asking, and where to complain: the contact URL is set by the stack. */
export const USER_AGENT = `${ROBOT_NAME}/1.0${CONTACT_URL ? ` (+${CONTACT_URL})` : ""}`;

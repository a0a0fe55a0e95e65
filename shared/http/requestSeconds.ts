/** The time-out of an endpoint's function: below API Gateway's 30 seconds, so that a hang is an error of ours. */
export const REQUEST_SECONDS = 20;

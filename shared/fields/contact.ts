/** RFC 5321, 4.1.2: a Dot-string, and a domain of two labels or more, of which the last is no number. */
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?![0-9]+$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const LOCAL_PART_LENGTH = 64;

/** Whether a text is one e-mail address of RFC 5321 without quotation marks, comments and address literals. */
export function isEmailAddress(value: string): boolean {
  return value.indexOf("@") <= LOCAL_PART_LENGTH && EMAIL.test(value);
}

/** Whether a text is a phone number in international format, such as `+442071838750`. */
export function isE164(value: string): boolean {
  return /^\+[1-9][0-9]{1,14}$/.test(value);
}

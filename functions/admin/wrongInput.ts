/** The operator asked for something that can't be done; the message says what to do instead. */
export class WrongInput extends Error {}

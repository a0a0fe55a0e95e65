/** The envelopes of section 4.1 of the specification. `kind` is the resource's name, as in "Website". */

export function fetched<Resource>(data: Resource) {
  return { data };
}

export function created<Resource>(kind: string, data: Resource) {
  return { message: `${kind} created`, success: true, data };
}

export function updated<Resource>(kind: string, data: Resource) {
  return { message: `${kind} updated`, success: true, data };
}

export function deleted(kind: string) {
  return { success: true, message: `${kind} deleted` };
}

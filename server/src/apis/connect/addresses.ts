/** The cookie that ties an authorization to the browser in which it began. */
export const interactionCookie = 'appRequest'

/** Each brand is a separate issuer (OS-30). */
export function buildIssuer(origin: string, brand: string): string {
  return `${origin}/connect/${brand}`
}

export function buildFhirBase(origin: string, brand: string): string {
  return `${origin}/fhir/${brand}/r4`
}

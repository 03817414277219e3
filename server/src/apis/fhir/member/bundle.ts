/** An entry of a Bundle; its resource is already text. */
export interface Entry {
  readonly address: string
  readonly body: string
  readonly mode: 'match' | 'include'
}

interface Link {
  readonly relation: 'self' | 'next'
  readonly url: string
}

/** A Bundle of results, assembled as text. */
export function searchset(
  entries: readonly Entry[],
  links: readonly Link[],
  { total, now }: { readonly total: number | null; readonly now: Date },
): string {
  const listed = entries.map(
    ({ address, body, mode }) =>
      `{"fullUrl":${JSON.stringify(address)},"resource":${body},"search":{"mode":"${mode}"}}`,
  )
  const head = JSON.stringify({
    resourceType: 'Bundle',
    type: 'searchset',
    timestamp: now.toISOString(),
    ...(total !== null && { total }),
    link: links,
  })
  // FHIR has no empty lists.
  return listed.length === 0 ? head : `${head.slice(0, -1)},"entry":[${listed.join(',')}]}`
}

/** The CapabilityStatement of one of a brand's FHIR servers. */
export function capabilityStatement(
  { base, plan, what }: { readonly base: string; readonly plan: string; readonly what: string },
  server: { readonly resource: readonly object[]; readonly security?: object },
): string {
  return JSON.stringify({
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-26',
    publisher: plan,
    kind: 'instance',
    implementation: { description: `${plan}: ${what}`, url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [{ mode: 'server', ...server }],
  })
}

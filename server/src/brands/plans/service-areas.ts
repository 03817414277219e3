/** The name of a service area; what a file leaves out is null. */
interface ServiceArea {
  readonly serviceArea: string
  readonly issuer: string | null
  readonly dentalOnly: boolean | null
}

/** The key of a service area: two issuers, or dental plans and others, may have different areas of the same id (IM-9). */
export function areaKey({ serviceArea, issuer, dentalOnly }: ServiceArea): string {
  const kind = dentalOnly === null ? null : dentalOnly ? 'dental' : 'not-dental'
  return [issuer, serviceArea, kind].filter((part) => part !== null).join(' ')
}

/** The key of the area where a plan is sold among those of a file, which may say less than the plan's; null if none is its area. */
export function areaOfPlan(plan: ServiceArea, areas: { has(key: string): boolean }): string | null {
  // Plans stored before have neither.
  const { serviceArea, issuer = null, dentalOnly = null } = plan
  const names = [
    { serviceArea, issuer, dentalOnly },
    { serviceArea, issuer, dentalOnly: null },
    { serviceArea, issuer: null, dentalOnly },
    { serviceArea, issuer: null, dentalOnly: null },
  ]
  return names.map(areaKey).find((key) => areas.has(key)) ?? null
}

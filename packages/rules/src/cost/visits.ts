import type { CodedService } from './service-kind.ts'
import { kindOfService } from './service-kind.ts'

/** The visits whose price tells what seeing someone costs, the most usual first. */
export const visitKinds = ['primary', 'specialist', 'mental', 'therapy'] as const
export type VisitKind = (typeof visitKinds)[number]

/** The kind of visit that a service is; null: it is none. Of a treatment in a visit, the price tells little of what seeing someone costs. */
export function findVisitKind(service: CodedService): VisitKind | null {
  const kind = visitKinds.find((one) => one === kindOfService(service)) ?? null
  return kind !== null && (/\bvisit\b/i.test(service.name) || /^992[01]\d$/.test(service.code)) ? kind : null
}

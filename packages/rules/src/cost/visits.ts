import type { CodedService } from './service-kind.ts'
import { kindOfService } from './service-kind.ts'

/** Kinds of visits whose price shows what seeing a provider costs, most usual first. */
export const visitKinds = ['primary', 'specialist', 'mental', 'therapy'] as const
export type VisitKind = (typeof visitKinds)[number]

/** The kind of visit of a service; null: it is no visit. The price of a treatment says little about what seeing a provider costs. */
export function findVisitKind(service: CodedService): VisitKind | null {
  const kind = visitKinds.find((one) => one === kindOfService(service)) ?? null
  return kind !== null && (/\bvisit\b/i.test(service.name) || /^992[01]\d$/.test(service.code)) ? kind : null
}

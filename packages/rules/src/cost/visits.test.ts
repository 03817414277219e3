import { expect, test } from 'vitest'
import { findVisitKind } from './visits.ts'

test.each([
  [{ type: 'LOCAL', code: 'OV', name: 'Office visit with a primary care doctor' }, 'primary'],
  [{ type: 'CPT', code: '99213', name: 'OFFICE O/P EST LOW 20 MIN' }, 'primary'],
  [{ type: 'LOCAL', code: 'SV', name: 'Specialist visit' }, 'specialist'],
  [{ type: 'LOCAL', code: 'T45', name: 'Mental health counseling visit, 45 minutes' }, 'mental'],
  [{ type: 'LOCAL', code: 'PT', name: 'Physical therapy visit' }, 'therapy'],
  [{ type: 'HCPCS', code: 'G0283', name: 'Electrical stimulation therapy' }, null],
  [{ type: 'HCPCS', code: 'G0439', name: 'Yearly wellness visit' }, null],
  [{ type: 'LOCAL', code: 'ER', name: 'Emergency room visit' }, null],
  [{ type: 'CPT', code: '80053', name: 'Blood test panel' }, null],
] as const)('MP-26 %j is a visit of the kind %s', (service, kind) => expect(findVisitKind(service)).toBe(kind))

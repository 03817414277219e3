import type { PlanLine } from '@portico/rules/shop/lines'
import type { DataKey } from '../../platform/data-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ApplicationContent } from './application.ts'

interface Applied {
  readonly brand: string
  readonly planYear: number
  readonly line: PlanLine
  readonly people: ApplicationContent['people']
  readonly enrollmentId: string
}

/**
 * Notes whom an application covers, so that nobody applies twice for a kind of plan and a year, and pays twice (SH-9). Throws
 * APPLIED-BEFORE if one of them is covered by another application that has not ended.
 */
export async function claimApplicants(
  tx: Tx,
  dataKey: DataKey,
  { brand, planYear, line, people, enrollmentId }: Applied,
): Promise<void> {
  await tx.deleteFrom('shop_applicant').where('enrollment_id', '=', enrollmentId).execute()
  const known = people.map(({ firstName, lastName, dateOfBirth }) =>
    [brand, planYear, line, toPlain(firstName), toPlain(lastName), dateOfBirth].join('\n'),
  )
  // In one order, so that two applications for the same people do not wait for each other.
  for (const person of [...new Set(known)].sort()) {
    const hashes = dataKey.hashes(person, 'applicant')
    const before = await tx
      .selectFrom('shop_applicant')
      .innerJoin('shop_application', 'shop_application.enrollment_id', 'shop_applicant.enrollment_id')
      .select(['shop_applicant.person_hash', 'shop_application.state'])
      .where('shop_applicant.person_hash', 'in', [...hashes])
      .executeTakeFirst()
    if (before !== undefined && before.state !== 'withdrawn') throw new CallError('APPLIED-BEFORE')
    if (before !== undefined)
      await tx.deleteFrom('shop_applicant').where('person_hash', '=', before.person_hash).execute()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('shop_applicant')
      .values({ person_hash: hashes[0], enrollment_id: enrollmentId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new CallError('APPLIED-BEFORE')
  }
}

function toPlain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

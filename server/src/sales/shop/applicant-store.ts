import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Application } from './store.ts'

/** An application registered for a person. */
export type Holder = Application & { readonly person_hash: Buffer }

/** The application registered for a person, whose registration is locked. */
export function findHolder(tx: Tx, hashes: readonly Buffer[]): Promise<Holder | undefined> {
  return tx
    .selectFrom('shop_applicant')
    .innerJoin('shop_application', 'shop_application.enrollment_id', 'shop_applicant.enrollment_id')
    .selectAll('shop_application')
    .select('shop_applicant.person_hash')
    .where('shop_applicant.person_hash', 'in', [...hashes])
    .forUpdate('shop_applicant')
    .executeTakeFirst()
}

/** Registers an application for a person; returns the one that another request registered at the same moment, or null. */
export async function noteHolder(
  tx: Tx,
  hashes: readonly [Buffer, ...Buffer[]],
  enrollmentId: string,
): Promise<Holder | null> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_applicant')
    .values({ person_hash: hashes[0], enrollment_id: enrollmentId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return null
  const holder = await findHolder(tx, hashes)
  if (holder === undefined) throw new CallError('APPLIED-BEFORE')
  return holder
}

/** Registers an application in place of another one. */
export async function replaceHolder(tx: Tx, { person_hash }: Holder, enrollmentId: string): Promise<void> {
  await tx
    .updateTable('shop_applicant')
    .set({ enrollment_id: enrollmentId })
    .where('person_hash', '=', person_hash)
    .execute()
}

export async function forgetApplicants(tx: Tx, enrollmentId: string): Promise<void> {
  await tx.deleteFrom('shop_applicant').where('enrollment_id', '=', enrollmentId).execute()
}

/** How many people an application is registered for. */
export async function countApplicants(tx: Tx, enrollmentId: string): Promise<number> {
  const { held } = await tx
    .selectFrom('shop_applicant')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('enrollment_id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  return Number(held)
}

import type { Language } from '@portico/contract/page'
import type { Tx } from '../../platform/db/database.ts'

/** A message from a member, as stored. */
export interface MemberMessage {
  readonly memberId: string
  readonly threadId: string
  readonly brand: string
  readonly categoryId: string
  readonly language: Language
  /** Whether someone else wrote it for them, so that its language is not the member's. */
  readonly byOther: boolean
  readonly at: Date
}

/** Where members' messages become work for staff. */
export interface Intake {
  /** Call in the transaction that stores the message, which has locked the member. */
  memberWrote(tx: Tx, written: MemberMessage): Promise<void>
}

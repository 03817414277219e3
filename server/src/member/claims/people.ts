import { type Reader, runIn } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { TextReader } from '../../platform/texts.ts'
import { bindSeen, seenStatement } from './seen-statement.ts'

/** A person whose claims may be seen. */
export interface ClaimPatient {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
}

/** Whose claims someone may see, and whether sensitive ones are among them. */
export interface ClaimScope {
  /** The member whose record it is comes first; all are on the same contract. */
  readonly people: readonly ClaimPatient[]
  /** The person whose sensitive claims are shown: the patient, to nobody but themselves (MP-14). */
  readonly sensitiveOf: string | null
}

/** Someone who acts for a member, or looks at their information, sees no sensitive claims. */
export function findSensitiveReader({ memberId, scopes, actor }: MemberPrincipal): string | null {
  return scopes === null && actor === null ? memberId : null
}

/** Whom texts about claims address. */
export function findReader({ scopes, actor }: Pick<MemberPrincipal, 'scopes' | 'actor'>): TextReader {
  return scopes === null && actor === null ? 'member' : 'other'
}

/** The caller's scope, by their contract as it is now. */
export async function claimScope(db: Reader, principal: MemberPrincipal, now: Date): Promise<ClaimScope> {
  const [seen] = await runIn(db).run(seenStatement, seenStatement.bindValues(bindSeen(principal, now)))
  return { people: seen?.people ?? [], sensitiveOf: findSensitiveReader(principal) }
}

import { agencyEntitlements } from '@portico/rules/agencies/entitlements'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { createPasswords } from '../../../identity/passwords/passwords.ts'
import { newSecret } from '../../../identity/tokens/secrets.ts'
import { type AgentRefusal, importAgent } from '../../../sales/agencies/importing.ts'
import { Refused } from '../refused.ts'
import { acceptCode, acceptId, acceptList, acceptOne, email, npn, personName, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, optional, requireColumn } from './kind.ts'

const columns = {
  npn: requireColumn(npn, 'the agent’s National Producer Number'),
  login_id: optional(acceptCode(64), 'for a new agent: what they sign in with'),
  first_name: requireColumn(personName(100), 'first name'),
  last_name: requireColumn(personName(100), 'last name'),
  email: optional(email, 'e-mail address, to which a new agent is sent the link for choosing a password'),
  phone: optional(acceptId(30), 'telephone number'),
  ffm_id: optional(acceptId(40), 'id at the federal marketplace'),
  role: optional(
    acceptOne({ agent: 'AGENT', agency_admin: 'AGENCY_ADMIN' } as const),
    '`agent` for a new agent if empty',
  ),
  agency_id: requireColumn(acceptCode(40), 'the agency that they work for'),
  region: requireColumn(acceptCode(40), 'the region where they work for it'),
  entitlements: optional(
    acceptList(agencyEntitlements),
    'what they may do there, as far as the agency may; nothing for a new agent if empty',
  ),
  left: optional(yesNo, '`yes`: they no longer work for the agency in this region'),
} satisfies Columns

const reasons: Readonly<Record<AgentRefusal, readonly [column: keyof typeof columns, reason: string]>> = {
  'no-region': ['region', 'the agency has no such region; import `agencies` first'],
  'other-brand': ['region', 'sells the plans of another brand'],
  'no-login-id': ['login_id', 'is empty, and no agent has the number yet'],
  'no-email': ['email', 'is empty, and no agent has the number yet'],
  'login-id-taken': ['login_id', 'belongs to someone else'],
}

/** Agents and agency admins, and where they work (AG-3). Each new one gets a link to choose a password. */
export const agents: CsvKind<typeof columns> = {
  name: 'agents',
  columns,
  toKey: (row) => [row.npn, row.agency_id, row.region],
  store: async (tx, rows, run) => {
    let hash: Promise<string> | undefined
    // One hash for all new accounts of a batch: nobody ever knows its password.
    const unusableHash = () => (hash ??= createPasswords().hash(newSecret()))
    const outcome: (Refused | null)[] = []
    for (const { brand, values: row } of rows) {
      const loginId = row.login_id === null ? null : normalizeLoginId(row.login_id)
      if (loginId !== null && checkLoginId(loginId) !== null) {
        outcome.push(new Refused('login_id', 'is not 6 to 10 letters and digits'))
        continue
      }
      const { first_name: firstName, last_name: lastName, ffm_id: ffmId, agency_id: agencyId } = row
      const { region, entitlements, role, phone } = row
      const said = {
        npn: row.npn,
        ffmId,
        loginId,
        firstName,
        lastName,
        email: row.email,
        phone,
        role,
        agencyId,
        region,
      }
      const why = await importAgent(
        tx,
        { ...said, entitlements, left: row.left ?? false, brand },
        { ...run, unusableHash },
      )
      outcome.push(why === null ? null : new Refused(...reasons[why]))
    }
    return outcome
  },
}

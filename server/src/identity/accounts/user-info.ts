import type { UserInfo } from '@portico/contract/calls/identity'
import type * as v from 'valibot'
import type { Reader } from '../../platform/db/database.ts'
import type { Account } from './account-statement.ts'
import { findKnownAs } from './account-store.ts'
import { showContact } from './contact.ts'

const noPhone = 'No phone number'
const withoutPhone: readonly string[] = ['AGENT', 'AGENCY_ADMIN']

/** For a producer: their agency and their certifications (AG-1, AG-3); empty for everyone else. */
export interface ProducerInfo {
  readonly agencies: readonly { readonly agencyId: string; readonly region: string; readonly entitlements: string[] }[]
  readonly selectedAgency: string | null
  readonly selectedRegion: string | null
  readonly rememberAgencyRegion: boolean
  readonly certifications: readonly string[]
}

/** The fields of UserData that the server knows (SI-5, SI-6). */
export function userInfo(
  account: Account,
  producer: ProducerInfo,
  directoryName: string,
): v.InferOutput<typeof UserInfo> {
  return {
    userId: account.account_id,
    firstName: account.first_name,
    lastName: account.last_name,
    dateOfBirth: account.date_of_birth,
    type: { actorType: account.actor_type, storeId: account.preferred_store },
    ldapLogonId: directoryName,
    logonId: account.login_id,
    ecid: account.ecid,
    challengeQuestion: account.challenge_question,
    email1: account.email,
    ...showContact(account),
    state: account.state,
    npnNo: account.npn,
    ffmId: account.ffm_id,
    certifications: [...producer.certifications],
    isLoggedIn: true,
    temporaryPassword: account.temporary_password,
    storeDefault: { uniqueID: account.preferred_store },
    regions: [...new Set(producer.agencies.map(({ region }) => region))].map((region) => ({ region })),
    agencies: [...producer.agencies],
    selectedAgency: producer.selectedAgency,
    selectedRegion: producer.selectedRegion,
    rememberAgencyRegion: producer.rememberAgencyRegion,
    agentId: account.npn,
    market: account.market,
    phone1: withoutPhone.includes(account.role) ? null : (account.phone ?? account.bus_phone ?? noPhone),
    bus_phone: account.bus_phone,
  }
}

/** The name that someone types to sign in at their organization's directory (SI-5); their login ID if they are in none. */
export async function findDirectoryName(
  db: Reader,
  { account_id: accountId, login_id: loginId }: Pick<Account, 'account_id' | 'login_id'>,
): Promise<string> {
  return (await findKnownAs(db, accountId)) ?? loginId
}

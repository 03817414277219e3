import type { PayloadOf } from '@portico/contract/call'
import type { getUserInfo } from '@portico/contract/calls/identity'
import { sessionStore } from '../storage/storage.ts'

type UserInfo = PayloadOf<typeof getUserInfo>

/** The user record (SI-5); kept in session storage, never in local storage. */
export type UserData = Omit<UserInfo, 'phone' | 'bus_phone'>

const key = 'UserData'

/** Cookie and stored key of the session token, whose value is the moment of the sign-in (SI-9). */
export const sessionTokenKey = 'sessionToken'

/** The record as it is stored: the login ID upper-cased, one phone number chosen (SI-5, SI-6). */
export function toUserData({ phone, bus_phone, ...info }: UserInfo): UserData {
  const isAgent = info.type.actorType === 'AGENT' || info.type.actorType === 'AGENCY_ADMIN'
  return {
    ...info,
    logonId: info.logonId.toUpperCase(),
    phone1: isAgent ? null : phone || info.phone1 || bus_phone || 'No phone number',
  }
}

export function storeUserData(userData: UserData) {
  sessionStore.set(key, userData)
}

/** Whether someone has signed in in this browser tab, as far as the page knows. */
export function hasUserData(): boolean {
  return sessionStore.get(key) !== null
}

/** Clears who signed in in this browser tab, and in which session. */
export function clearUserData() {
  sessionStore.remove(key)
  sessionStore.remove(sessionTokenKey)
}

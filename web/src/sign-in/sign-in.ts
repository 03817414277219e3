import { getUserInfo, login } from '@portico/contract/calls/identity'
import { api } from '../api/api.ts'
import { storeUserData, toUserData } from '../session/user-data.ts'
import type { Credentials } from './credentials.ts'

/**
 * Signs in and keeps the user record for the life of the tab (SI-2, SI-4, SI-5). A session that must change its password
 * first may not ask for more (SI-7). Throws ApiError with the code of the refusal (ER).
 */
export async function signIn(
  given: Credentials & { readonly brand: string },
): Promise<'signed-in' | 'forced-password'> {
  const { loginId, password, brand } = given
  const answer = await api.call(login, { body: { brand }, basic: { username: loginId, password } })
  if (answer.securityStrengthEnforcement === 'FORCED' || answer.tempPasswordFlag === '1') return 'forced-password'
  storeUserData(toUserData(await api.call(getUserInfo)))
  return 'signed-in'
}

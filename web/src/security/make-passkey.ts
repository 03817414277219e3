import { addPasskey, passkeyRegistration } from '@portico/contract/calls/account-security'
import { deviceOf } from '@portico/rules/account-security/device'
import { api } from '../api/api.ts'
import { notePasskeyHere } from '../session/passkey-here.ts'
import type { Translate } from '../texts/text.tsx'
import { deviceName } from './device-name.ts'

/**
 * Has the browser make a passkey and adds it, named after the device until its owner names it. Throws ApiError, or the
 * platform's error where the person gave it up (NotAllowedError) or the device has one already (InvalidStateError).
 */
export async function makePasskey(t: Translate) {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.call(passkeyRegistration),
  ])
  const credential = await startRegistration({ optionsJSON })
  const name = deviceName(deviceOf(navigator.userAgent), t)
  const added = await api.call(addPasskey, { body: { name, credential } })
  notePasskeyHere()
  return added
}

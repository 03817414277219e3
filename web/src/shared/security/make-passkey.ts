import { addPasskey, passkeyRegistration } from '@portico/contract/calls/account-security'
import { parseDevice } from '@portico/rules/account-security/device'
import { api } from '../../base/api/api.ts'
import type { Translate } from '../../base/texts/text.tsx'
import { notePasskeyHere } from '../../session/session/passkey-here.ts'
import { deviceName } from './device-name.ts'

/**
 * Makes a passkey in the browser and adds it, named after the device until its owner renames it. Throws ApiError, or the platform's
 * error if the person canceled (NotAllowedError) or the device already has one (InvalidStateError).
 */
export async function makePasskey(t: Translate) {
  const [{ startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.call(passkeyRegistration),
  ])
  const credential = await startRegistration({ optionsJSON })
  const name = deviceName(parseDevice(navigator.userAgent), t)
  const added = await api.call(addPasskey, { body: { name, credential } })
  notePasskeyHere()
  return added
}

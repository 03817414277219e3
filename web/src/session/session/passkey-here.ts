import { setCookie } from '../../base/storage/cookies.ts'

const name = 'passkeyHere'
const yearS = 31_536_000

/** A passkey was made or used in this browser: from now on, the sign-in screen offers passkeys in the login ID field. */
export function notePasskeyHere() {
  setCookie(name, '1', yearS)
}

export function isPasskeyHere(): boolean {
  return document.cookie.split('; ').includes(`${name}=1`)
}

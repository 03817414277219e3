import { SignJWT } from 'jose'
import * as v from 'valibot'
import { endOfEasternDay } from '../../platform/day.ts'
import { fetchBounded } from '../../platform/http/fetch-bounded.ts'
import type { GoogleKeys } from './keys.ts'
import type { PassContent } from './pass-content.ts'

export const googleAddress = 'https://walletobjects.googleapis.com'

/** Where a member saves a pass; what follows names only the pass. */
const saveAddress = 'https://pay.google.com/gp/v/save/'
const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const algorithm = 'RS256'
const tokenLifeS = 600
/** We do not use a token in its last seconds. */
const slackMs = 60_000

const Token = v.object({ access_token: v.string(), expires_in: v.number() })

/** Google refused a pass; says only which request it was and the status of the answer. */
class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal'
}

/** What a pass needs besides its content. */
interface PassAt {
  readonly brand: string
  /** The portal's origin. */
  readonly origin: string
  /** Address of the brand's mark as PNG, which Google fetches. */
  readonly mark: string
  readonly now: Date
}

export interface GoogleWallet {
  /** Sends a pass to Google and returns the address at which its owner saves it. Throws if Google refuses it. */
  add(content: PassContent, keys: GoogleKeys, at: PassAt): Promise<string>
}

/**
 * Passes of Google Wallet. They go from here to Google, so that the address, which stays in the browser, names nothing but the pass's
 * id, a keyed hash: neither a person nor a plan.
 */
export function createGoogleWallet(address: string): GoogleWallet {
  const tokens = new Map<string, { readonly token: string; readonly until: number }>()

  return {
    add: async (content, keys, { brand, origin, mark, now }) => {
      const classId = `${keys.issuer}.${brand}-id-card`
      const pass = toObject(content, { id: `${keys.issuer}.${content.serial}`, classId, mark })
      const token = await takeToken(keys, now)
      const known = await ask('PUT', `genericObject/${encodeURIComponent(pass.id)}`, { token, body: pass })
      if (known === 404) {
        // The class must exist first, since the object refers to it.
        requireTaken(await ask('POST', 'genericClass', { token, body: toClass(classId) }), [409])
        requireTaken(await ask('POST', 'genericObject', { token, body: pass }), [409])
      } else requireTaken(known)
      const link = await sign(keys, now, {
        aud: 'google',
        typ: 'savetowallet',
        origins: [origin],
        payload: { genericObjects: [{ id: pass.id, classId }] },
      })
      return saveAddress + link
    },
  }

  async function ask(
    method: 'POST' | 'PUT',
    path: string,
    { token, body }: { readonly token: string; readonly body: unknown },
  ): Promise<number> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = { method, headers, body: JSON.stringify(body) }
    // The operator configures the address, so it may be on this machine.
    return (await fetchBounded(`${address}/walletobjects/v1/${path}`, sent, { inside: true })).status
  }

  async function takeToken(keys: GoogleKeys, now: Date): Promise<string> {
    const known = tokens.get(keys.email)
    if (known !== undefined && known.until > now.getTime()) return known.token
    const assertion = await sign(keys, now, { aud: keys.tokenAddress, scope })
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetchBounded(
      keys.tokenAddress,
      { method: 'POST', headers, body: body.toString() },
      { inside: true },
    )
    requireTaken(answer.status)
    const { access_token: token, expires_in: seconds } = v.parse(Token, await answer.json())
    tokens.set(keys.email, { token, until: now.getTime() + seconds * 1000 - slackMs })
    return token
  }
}

function requireTaken(status: number, also: readonly number[] = []): void {
  if ((status < 200 || status > 299) && !also.includes(status)) throw new GoogleRefusal(`Google answered ${status}.`)
}

function sign({ email, key }: GoogleKeys, now: Date, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const begins = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(email)
    .setIssuedAt(begins)
    .setExpirationTime(begins + tokenLifeS)
    .sign(key)
}

/** What all ID cards of a brand have in common: each belongs to a single person, on all their devices, and shows only when unlocked. */
function toClass(id: string) {
  return {
    id,
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    viewUnlockRequirement: 'UNLOCK_REQUIRED_TO_VIEW',
  }
}

function toObject(content: PassContent, { id, classId, mark }: { id: string; classId: string; mark: string }) {
  const { language, ends } = content
  const say = (value: string) => ({ defaultValue: { language, value } })
  const modules = [...content.front, ...content.back, { label: content.title, value: content.note }]
  return {
    id,
    classId,
    state: 'ACTIVE',
    hexBackgroundColor: content.colors.ground,
    cardTitle: say(content.brand),
    subheader: say(content.number.label),
    header: say(content.number.value),
    logo: { sourceUri: { uri: mark }, contentDescription: say(content.brand) },
    textModulesData: modules.map(({ label, value }, index) => ({ id: `fact-${index}`, header: label, body: value })),
    ...(ends !== null && { validTimeInterval: { end: { date: endOfEasternDay(ends).toISOString() } } }),
  }
}

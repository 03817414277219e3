import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { FileInStubs } from './attachments.ts'

/** ID cards as passes in a phone's wallet (MP-12). */

const members = { by: 'session', roles: ['MEMBER'] } as const

export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

const path = '/rbsmbl/x-services/coverage/v1/walletPass'
const errors = ['NOT-FOUND', 'UNAVAILABLE', 'TOO-MANY-REQUESTS'] as const

export const applePass = defineCall({
  method: 'GET',
  path: `${path}/apple/{cardId}`,
  summary: 'An ID card of the signed-in member as a signed pass for Apple Wallet (MP-12).',
  audience: members,
  ...asking,
  audit: { action: 'wallet-pass.read', record: 'id-card' },
  file: true,
  heavy: true,
  params: v.object({ cardId: recordId('card') }),
  payload: FileInStubs,
  errors,
})

export const googlePass = defineCall({
  method: 'POST',
  path: `${path}/google/{cardId}`,
  summary:
    'Gives an ID card of the signed-in member to Google as a pass, and answers the address where the member saves it, which names only the pass (MP-12).',
  audience: members,
  ...changing,
  audit: { action: 'wallet-pass.give', record: 'id-card' },
  heavy: true,
  params: v.object({ cardId: recordId('card') }),
  payload: v.object({ link: v.string() }),
  errors,
})

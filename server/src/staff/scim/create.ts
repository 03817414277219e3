import * as calls from '@portico/contract/calls/provisioning'
import type { FastifyInstance } from 'fastify'
import type { Binder } from '../../platform/http/bind.ts'
import type { SettleProvisioning } from '../staff/people-parts.ts'
import { changeScimGroup, settleMeaning } from './meaning.ts'
import { readProvisioning } from './overview.ts'
import type { ScimParts } from './parts.ts'
import { bindScim } from './routes.ts'
import { endScimToken, makeScimToken, settleToken } from './tokens.ts'

/** Identity providers that manage staff and agents here by SCIM (OS-66 to OS-70). */
export function createProvisioning(parts: ScimParts) {
  const settle: SettleProvisioning = async (tx, request, confirm, context) => {
    if (request.kind === 'scim-group') return settleMeaning(tx, parts, request, confirm, context)
    return settleToken(tx, request.data.record?.id ?? '', confirm, context)
  }
  return {
    settle,
    /** The calls of administrators, and the API of the providers themselves. */
    bind: async (app: FastifyInstance, binder: Binder) => {
      binder.bind(calls.readProvisioning, readProvisioning(parts))
      binder.bind(calls.makeScimToken, makeScimToken(parts))
      binder.bind(calls.endScimToken, endScimToken)
      binder.bind(calls.changeScimGroup, changeScimGroup(parts))
      await bindScim(app, parts)
    },
  }
}

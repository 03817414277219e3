import type { PayloadOf } from '@portico/contract/call'
import type { endDevice, endOtherDevices, listDevices } from '@portico/contract/calls/account-security'
import { parseDevice } from '@portico/rules/account-security/device'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { endKeptElsewhere, isKeptElsewhere, selectLive } from './device-store.ts'

type DeviceList = PayloadOf<typeof listDevices>

/** Where a person is signed in (RG-3), not counting a rep's simulation of them. */
export interface Devices {
  list(principal: Principal, now: Date): Promise<DeviceList>
  /** Throws CallError NOT-FOUND for a session that is not one of the person's, or has ended. */
  readonly end: AuditedHandler<typeof endDevice>
  readonly endOthers: AuditedHandler<typeof endOtherDevices>
}

export function createDevices(parts: { readonly database: Database; readonly sessions: Sessions }): Devices {
  const { database, sessions } = parts
  return {
    list: async (principal, now) => {
      const { accountId, sessionId } = principal
      const rows = await selectLive(database.read, accountId, sessions.idleSince(now), now).execute()
      const devices = rows.map((row) => ({
        sessionId: row.session_id,
        ...parseDevice(row.user_agent),
        method: row.method,
        signedInAt: row.created_at.toISOString(),
        lastActiveAt: row.last_seen_at.toISOString(),
        current: row.session_id === sessionId,
      }))
      return {
        devices: devices.sort((one, other) => Number(other.current) - Number(one.current)),
        keptElsewhere: await isKeptElsewhere(database.read, principal, now),
      }
    },
    end: async ({ principal, params }, { now }, tx) => {
      const ended = await endSessions(tx, principal, now, (one) => one === params.sessionId)
      if (ended.length === 0) throw new CallError('NOT-FOUND')
      return aboutEach(ended, { ended: ended.length })
    },
    endOthers: async ({ principal }, { now }, tx) => {
      const ended = await endSessions(tx, principal, now, (one) => one !== principal.sessionId)
      await endKeptElsewhere(tx, principal)
      return aboutEach(ended, { ended: ended.length })
    },
  }

  async function endSessions(tx: Tx, principal: Principal, now: Date, isMeant: (sessionId: string) => boolean) {
    const live = await selectLive(tx, principal.accountId, sessions.idleSince(now), now)
      .clearOrderBy()
      .orderBy('session_id')
      .forNoKeyUpdate()
      .execute()
    const meant = live.map((row) => row.session_id).filter(isMeant)
    for (const sessionId of meant) await sessions.end(tx, sessionId, 'signed-out-elsewhere', now)
    return meant.map((recordId) => ({ recordId }))
  }
}

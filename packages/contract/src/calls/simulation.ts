import { storeIds } from '@portico/rules/limits'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { trimLine } from '../fields.ts'
import { simulationLimits } from '../limits.ts'
import { SignInPayload } from './identity.ts'

const between = ({ min, max }: { readonly min: number; readonly max: number }) => trimLine(max, min)

export const startSimulation = defineCall({
  method: 'POST',
  path: '/wcs/x-services/resources/store/{storeID}/csrproxy/{logonID}/start',
  summary:
    "Starts a session in which a representative acts for the person with a login ID (CS-1). It replaces the representative's own session, which continues when it ends.",
  audience: { by: 'session', roles: ['INTERNAL'] },
  appid: false,
  changes: true,
  pageKey: true,
  params: v.object({ storeID: v.picklist(storeIds), logonID: v.pipe(v.string(), v.trim(), v.maxLength(100)) }),
  body: v.object({ reason: between(simulationLimits.reason), ticket: between(simulationLimits.ticket) }),
  payload: SignInPayload,
  status: 200,
  errors: ['SIMULATION-PROHIBITED', 'NOT-FOUND', 'CONFLICT', 'FIELD-INVALID'],
})

export const startSimulationBeside = defineCall({
  ...startSimulation,
  path: '/wcs/x-services/resources/store/{storeID}/csrproxy/{logonID}/beside',
  summary:
    "The same in a separate browser tab: the representative's own session continues beside it, and an earlier session in a tab ends. The address hands the session over, once and within a minute. It is null where members and staff share a host, because cookies could not keep the two apart: then nothing has started.",
  payload: v.object({ address: v.nullable(v.string()) }),
})

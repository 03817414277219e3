import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/plan-peers`

const Peers = v.object({
  peers: v.array(
    v.object({
      peerId: Uuid,
      name: v.string(),
      fhirBase: v.string(),
      ourClientId: v.string(),
      ourNumber: v.string(),
      isOn: v.boolean(),
      /** How many members we asked it about, for how many records came, and for how many the request failed. */
      asked: v.number(),
      received: v.number(),
      failed: v.number(),
    }),
  ),
})

export const listPlanPeers = defineCall({
  method: 'GET',
  path,
  summary:
    'The other plans that can be asked for records of their former members (OS-55). For administrators of all brands; WRONG-ROLE for other staff.',
  audience: staff,
  ...asking,
  audit: { action: 'plan-peers.list' },
  payload: Peers,
  errors: [],
})

export const savePlanPeer = defineCall({
  method: 'PUT',
  path,
  summary:
    'Adds another plan, by the address of its FHIR server, or changes it (OS-55): our client id there, and the number (NPI or NAIC) that it knows us by.',
  audience: staff,
  ...changing,
  audit: { action: 'plan-peer.save', record: 'plan' },
  stepUp: true,
  body: v.object({
    name: trimLine(80, 1),
    fhirBase: trimLine(300, 8),
    ourClientId: trimLine(200, 1),
    ourNumber: trimLine(10, 5),
    isOn: v.boolean(),
  }),
  payload: Peers,
  errors: ['FIELD-INVALID'],
})

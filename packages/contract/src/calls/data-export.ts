import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { FileInStubs } from './attachments.ts'

export const exportFormats = ['json', 'pdf'] as const

export const exportData = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/account/data',
  summary:
    'Everything that the portal holds about the signed-in person (RG-3), for programs to read (JSON) or for people (PDF).',
  audience: { by: 'session', roles: ROLES },
  appid: true,
  changes: true,
  stepUp: true,
  file: true,
  body: v.object({ format: v.picklist(exportFormats) }),
  payload: FileInStubs,
  status: 200,
  errors: ['TOO-MANY-REQUESTS'],
})

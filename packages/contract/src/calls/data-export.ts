import { ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { changing, defineCall } from '../call.ts'
import { FileInStubs } from './attachments.ts'

export const exportFormats = ['json', 'pdf'] as const

export const exportData = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/account/data',
  summary:
    'Everything that the portal holds about the signed-in person (RG-3), for programs to read (JSON) or for people (PDF).',
  audience: { by: 'session', roles: ROLES },
  ...changing,
  onlyReads: true,
  audit: { action: 'data.export' },
  stepUp: true,
  file: true,
  body: v.object({ format: v.picklist(exportFormats) }),
  payload: FileInStubs,
  errors: ['TOO-MANY-REQUESTS'],
})

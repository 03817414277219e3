import { timingSafeEqual } from 'node:crypto'
import type { AuthoredLanguage } from '@portico/contract/page'
import { previewScreenNames } from '@portico/rules/content/screens'
import { authoredLanguages } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import type { DataKey } from '../../platform/data-key.ts'

/** The content of a preview's address: versions, but no texts. */
const Said = v.object({
  versionIds: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(20)),
  brand: v.string(),
  language: v.picklist(authoredLanguages),
  screen: v.picklist(previewScreenNames),
  expires: v.number(),
})
export interface PreviewTarget extends v.InferOutput<typeof Said> {
  readonly language: AuthoredLanguage
}

const context = 'content preview'

export function signTarget(dataKey: DataKey, said: PreviewTarget): string {
  const text = Buffer.from(JSON.stringify(said)).toString('base64url')
  return `${text}.${dataKey.hashes(text, context)[0].toString('base64url')}`
}

/** The content of a token; null if it is not ours or has expired. */
export function readSigned(dataKey: DataKey, token: string, now: Date): PreviewTarget | null {
  if (token.length > 4000) return null
  const [text = '', hash = ''] = token.split('.')
  const given = Buffer.from(hash, 'base64url')
  const isOurs = dataKey.hashes(text, context).some((own) => own.length === given.length && timingSafeEqual(own, given))
  if (!isOurs) return null
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Said), Buffer.from(text, 'base64url').toString('utf8'))
  return read.success && read.output.expires > now.getTime() ? read.output : null
}

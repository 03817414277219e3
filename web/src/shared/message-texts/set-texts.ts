import { contentInfo } from '@portico/contract/calls/content'
import type { ContentName } from '@portico/rules/content/declared'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'

/** The texts of the message pages that a brand can set in the content service (MC-4), with their names there. */
const names = {
  phoneNumber: 'MBR_CONTACT_US_PHONE_NUMBER',
  bestTime: 'MBR_CONTACT_US_BEST_TIME',
  leaveMessage: 'MBR_CONTACT_US_LEAVE_MESSAGE',
  attachmentNotSent: 'MBR_CONTACT_US_ATTACHMENT_NOT_SENT',
  failed: 'MBR_CONTACT_US_ATTACHMENT_FAILED',
  tryAgain: 'MBR_CONTACT_US_ATTACHMENT_TRY_AGAIN',
  virus: 'MBR_CONTACT_US_ATTACHMENT_VIRUS',
  fileSize: 'MBR_CONTACT_US_ATTACHMENT_FILE_SIZE',
  fileCount: 'MBR_CONTACT_US_ATTACHMENT_FILE_COUNT',
  invalidFile: 'MBR_CONTACT_US_ATTACHMENT_INVALID_FILE',
  replyError: 'MBR_CONTACT_US_REPLY_ERROR',
  deleteError: 'MBR_CONTACT_US_DELETE_ERROR',
  noMessages: 'MBR_CONTACT_US_NO_MESSAGES',
  addMessageFailure: 'MBR_CONTACT_US_ADD_MESSAGE_FAILURE',
} as const satisfies Readonly<Record<string, ContentName>>

export type MessageTextName = keyof typeof names

type SetTexts = ReadonlyMap<string, string>

let asked: Promise<SetTexts> | null = null
let found: SetTexts = new Map()

/** Requested once per page; without an answer, the catalogue's texts are used. */
function askForTexts(brand: string): Promise<SetTexts> {
  const qualifiers = [
    { name: 'brand' as const, value: brand },
    { name: 'relationship' as const, value: 'subscriber' },
  ]
  const wishes = Object.values(names).map((name) => ({ name, qualifiers }))
  asked ??= api.call(contentInfo, { body: wishes }).then(
    ({ contentResponse }) => {
      found = new Map(contentResponse.map(({ name, value }) => [name, value]))
      return found
    },
    () => {
      asked = null
      return found
    },
  )
  return asked
}

type Values = Readonly<Record<string, string | number>>

/** `setText(name, otherwise, values?)`: the brand's text, with `{value}` filled in, or else the catalogue's text. */
export function useSetTexts(): (name: MessageTextName, otherwise: string, values?: Values) => string {
  const brand = usePage().brand.sharedBrandCode
  const texts = useLoaded(() => askForTexts(brand), { key: brand, known: found.size > 0 ? found : null }).value ?? found
  return (name, otherwise, values = {}) =>
    texts.get(names[name])?.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole)) ?? otherwise
}

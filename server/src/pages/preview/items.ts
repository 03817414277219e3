import type { PayloadOf } from '@portico/contract/call'
import type { openForm, openGuide } from '@portico/contract/calls/forms'
import type { openMessage } from '@portico/contract/calls/messages'
import type { wellness } from '@portico/contract/calls/wellness'
import type { AuthoredLanguage } from '@portico/contract/page'
import { stubs } from '@portico/contract/stubs'
import { parseReplyId } from '@portico/rules/content/declared'
import { fillReply } from '@portico/rules/workspace/canned-reply'
import type { BrandService } from '../../brands/brand/service.ts'
import type { HeldTexts } from '../../brands/content/held.ts'
import { formItem, guideItem } from '../../brands/content/released.ts'
import { loadWellness } from '../../member/wellness/content.ts'
import { formIn, guideShown, loadLibrary } from '../../messages/forms/definitions.ts'
import type { MessageTopics } from '../../messages/messages/topics.ts'
import { easternDay } from '../../platform/day.ts'
import { loadSenders } from '../../staff/workspace/senders.ts'

/** What is previewed, and for whom. */
export interface PreviewContext {
  readonly contentDir: string
  readonly brands: BrandService
  readonly brand: ReturnType<BrandService['get']>
  readonly language: AuthoredLanguage
  readonly held: HeldTexts
  readonly topics: MessageTopics
  /** Names of the previewed items. */
  readonly names: readonly string[]
  readonly now: Date
}

const { firstName, lastName } = stubs.getUserInfo

/** The previewed form as members first see it, or else the first form. */
export function previewForm(looking: PreviewContext): PayloadOf<typeof openForm> | null {
  const { brand, language, names, now } = looking
  const forms = loadOwnLibrary(looking).forms(brand.code)
  const form = forms.find(({ kind }) => names.includes(formItem(kind))) ?? forms[0]
  if (form === undefined) return null
  const { memberName, expectedReplyBy } = stubs.openForm.form
  return {
    form: {
      ...formIn(form, language, { claims: [], people: [] }),
      memberName,
      today: easternDay(now),
      expectedReplyBy,
    },
    maySend: true,
    draft: null,
  }
}

/** The previewed guide, or else the brand's first. */
export function previewGuide(looking: PreviewContext): PayloadOf<typeof openGuide> | null {
  const { brand, language, names } = looking
  const guides = loadOwnLibrary(looking).guides(brand.code)
  const guide = guides.find(({ id }) => names.includes(guideItem(id))) ?? guides[0]
  if (guide === undefined) return null
  const { item, ...rest } = guideShown(guide, language)
  return { ...item, ...rest }
}

/** All care that is recommended to anyone, and the brand's offers. */
export function previewWellness(looking: PreviewContext): PayloadOf<typeof wellness> {
  const { contentDir, held, brands, brand, language } = looking
  const content = loadWellness(contentDir, { held, findSharedCode: (code) => brands.get(code).sharedBrandCode })
  const untold = { state: 'no-claim' as const, last: null, next: null, ifApplies: false }
  return {
    ...stubs.wellness,
    care: content.care(brand.code).map(({ id, kind, sex, smoked, source, texts }) => ({
      id,
      kind,
      sex,
      smoked,
      source,
      ...untold,
      ...texts[language],
    })),
    checked: content.checked,
    programs: content.offers('programs', brand.code, language),
    rewards: content.offers('rewards', brand.code, language),
  }
}

/** A message from the desk as its reader sees it: a canned reply, filled in and signed. */
export function previewMessage(looking: PreviewContext): PayloadOf<typeof openMessage> {
  const { contentDir, brands, brand, language, held, topics, names } = looking
  const senders = loadSenders({ contentDir, brands, topics, held })
  const message = stubs.openMessage
  const writing = {
    brand: brand.code,
    repName: 'Dana',
    subject: message.subject,
    member: { firstName, lastName, isNDMedicaid: false },
  }
  const reply = names.find((name) => parseReplyId(name) !== null)
  const written = reply && held.texts(reply, brand.sharedBrandCode, language).text
  const words = written ? fillReply(written, senders.values(writing, language)) : message.text
  const text = `${words}\n\n${senders.signature(writing, language)}`
  const from = senders.sender(writing, language)
  return {
    ...message,
    from,
    text,
    attachments: [],
    claims: [],
    thread: message.thread.map((one) => ({ ...one, from, text, attachments: [] })),
  }
}

function loadOwnLibrary({ contentDir, held, brands }: PreviewContext) {
  return loadLibrary(contentDir, { held, findSharedCode: (code) => brands.get(code).sharedBrandCode })
}

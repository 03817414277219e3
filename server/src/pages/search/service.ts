import type { PayloadOf } from '@portico/contract/call'
import type { siteSearch } from '@portico/contract/calls/search'
import type { Language } from '@portico/contract/page'
import type { Brand } from '@portico/rules/brand/types'
import { toAuthored } from '@portico/rules/languages/authored'
import { type Findable, rankFound } from '@portico/rules/search/rank'
import * as v from 'valibot'
import type { LanguageNotice, LanguageNotices } from '../../brands/content/language-notices.ts'
import type { ContentService } from '../../brands/content/service.ts'
import type { MessageTopics } from '../../messages/messages/topics.ts'
import { readHelp } from '../shell/help.ts'

export interface SiteSearchParts {
  readonly content: ContentService
  readonly topics: MessageTopics
  readonly notices: LanguageNotices
}

type Result = PayloadOf<typeof siteSearch>['results'][number]
type Entry = Findable & Pick<Result, 'kind' | 'url' | 'lang'>

/** Items of this type are answers to questions, found only by search; invalid ones are left out. */
const answerType = 'Answer'
const Answer = v.object({
  title: v.pipe(v.string(), v.nonEmpty()),
  text: v.pipe(v.string(), v.nonEmpty()),
  /** An address of the portal. */
  url: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  keywords: v.optional(v.string()),
})

/** The most results; a search with this many should be narrowed. */
const max = 60

/** What a brand's content has about some words, in the reader's language, best first (VA-8). */
export async function searchContent(
  parts: SiteSearchParts,
  { query, ...asker }: { readonly query: string; readonly brand: Brand; readonly language: Language },
): Promise<Result[]> {
  const entries = [
    ...(await listAnswers(parts, asker)),
    ...(await listHelp(parts, asker)),
    ...listTopics(parts, asker),
    ...parts.notices(asker.brand.sharedBrandCode).map(noticeEntry),
  ]
  return rankFound(query, entries, toAuthored(asker.language))
    .slice(0, max)
    .map(({ kind, title, text, url, lang, score }) => ({ kind, title, text, url, lang, score }))
}

interface Asker {
  readonly brand: Brand
  readonly language: Language
}

async function listAnswers({ content }: SiteSearchParts, { brand, language }: Asker): Promise<Entry[]> {
  const qualifiers = [{ name: 'brand' as const, value: brand.sharedBrandCode }]
  const { contentResponse } = await content.answer([{ name: '*', contentType: answerType, qualifiers }], language)
  return contentResponse.flatMap(({ value }) => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), value)
    if (!read.success) return []
    const { keywords = '', ...answer } = read.output
    return [{ kind: 'answer' as const, ...answer, keywords, lang: null }]
  })
}

async function listHelp({ content }: SiteSearchParts, asker: Asker): Promise<Entry[]> {
  const help = await readHelp(content, asker)
  if (help === null) return []
  const entry = (title: string, text: string) => ({ kind: 'help' as const, title, text, url: null, lang: null })
  return [
    ...help.newHelpJson.needHelpOptions.map(({ mainHdr, helpTextLines }) =>
      entry(mainHdr, helpTextLines.map(({ helpText }) => helpText).join(' ')),
    ),
    ...help.needHelpContent.map((own) => entry(help.menuItemContent, own.content)),
  ]
}

function listTopics({ topics }: SiteSearchParts, { brand, language }: Asker): Entry[] {
  return topics
    .list(brand.sharedBrandCode, language)
    .flatMap(({ label, subCategories }) =>
      subCategories.map((sub) => ({ kind: 'topic' as const, title: sub.label, text: label, url: null, lang: null })),
    )
}

/** A notice in its language; its English name finds it, too. */
function noticeEntry({ lang, english, native, text }: LanguageNotice): Entry {
  return { kind: 'notice', title: native, text, keywords: english, url: null, lang }
}

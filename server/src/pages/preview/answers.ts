import type { Call, PayloadOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { contentInfo } from '@portico/contract/calls/content'
import { stubPath } from '@portico/contract/stub-path'
import { stubFiles, stubs } from '@portico/contract/stubs'
import { contentNames } from '@portico/rules/content/declared'
import * as v from 'valibot'
import type { LanguageNotices } from '../../brands/content/language-notices.ts'
import type { ContentService } from '../../brands/content/service.ts'
import { readTooltips } from '../../brands/content/tooltips.ts'
import { readHelp } from '../shell/help.ts'
import { type PreviewContext, previewForm, previewGuide, previewMessage, previewWellness } from './items.ts'

/** The answers to a previewed page's calls: the canned answers of stub mode, with the previewed texts. They contain nobody's data. */
export async function previewAnswers(parts: {
  readonly content: ContentService
  readonly notices: LanguageNotices
  readonly site: PayloadOf<typeof calls.companySite> | null
  readonly looking: PreviewContext
}): Promise<Record<string, unknown>> {
  const { content, notices, site, looking } = parts
  const { topics, brand, language } = looking
  const answers = new Map(stubFiles())
  const put = <C extends Call>(call: C, payload: PayloadOf<C>) => {
    const before = answers.get(stubPath(call))
    answers.set(stubPath(call), { ...(typeof before === 'object' ? before : {}), payload })
  }
  const qualifiers = [
    { name: 'brand' as const, value: brand.sharedBrandCode },
    { name: 'relationship' as const, value: 'subscriber' },
  ]
  const wishes = contentNames.map((name) => ({ name, qualifiers }))
  put(contentInfo, await content.answer(wishes, language))
  put(calls.tooltips, await readTooltips(content, { brand: brand.sharedBrandCode, language }))
  const help = await readHelp(content, { brand, language })
  if (help !== null) put(calls.needHelp, help)
  put(calls.messageCategories, {
    ...stubs.messageCategories,
    categories: topics.list(brand.sharedBrandCode, language),
  })
  const form = previewForm(looking)
  if (form !== null) put(calls.openForm, form)
  const guide = previewGuide(looking)
  if (guide !== null) put(calls.openGuide, guide)
  put(calls.wellness, previewWellness(looking))
  put(calls.openMessage, previewMessage(looking))
  if (site !== null) put(calls.companySite, site)
  const told = notices(brand.sharedBrandCode)
  put(calls.languageContent, {
    ...stubs.languageContent,
    menuVisibleLanguageIds: told.map(({ lang }) => lang),
    languages: told.map(({ lang, native, text }) => ({
      titleHTMLUnicode: native,
      titleHTMLLang: lang,
      messageHTMLUnicode: text,
      languageIds: [lang],
    })),
  })
  const asker = { brand: brand.sharedBrandCode, language }
  const law = (await content.explain({ name: 'NON_DISCRIMINATION', ...asker })).matched
  if (law !== null) put(calls.nonDiscrimination, { language: law.language === 'es' ? 'es' : 'en', text: law.value })
  const found = await content.answer([{ name: '*', contentType: 'Answer', qualifiers }], language)
  put(calls.siteSearch, { results: found.contentResponse.flatMap(({ value }) => readAnswer(value) ?? []) })
  const questions = await content.texts(['SECURITY_QUESTIONS'], { brand: brand.sharedBrandCode, language })
  const offered = v.safeParse(Questions, questions.get('SECURITY_QUESTIONS'))
  if (offered.success) put(calls.securityQuestions, { ...stubs.securityQuestions, offered: offered.output })
  return Object.fromEntries(answers)
}

const Questions = v.pipe(v.string(), v.parseJson(), v.array(v.object({ questionId: v.string(), text: v.string() })))

type Found = PayloadOf<typeof calls.siteSearch>['results'][number]

function readAnswer(value: string): Found | null {
  try {
    const { title, text, url } = JSON.parse(value)
    return { kind: 'answer', title: String(title), text: String(text), url: String(url), lang: null, score: 1 }
  } catch {
    return null
  }
}
